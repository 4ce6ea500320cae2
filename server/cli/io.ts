/** What a command may touch of the process: handed in, so that tests can hand in something else. */
export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where relative paths start: `--cwd`, else where the command was called. */
  readonly cwd: string
  readonly out: Output
  readonly err: Output
  readonly input: { readonly isTerminal: boolean; /** One line of an answer; null at the end of the input. */ ask(question: string): Promise<string | null> }
}

export type Output = {
  readonly isTerminal: boolean
  readonly colors: boolean
  /** Characters of a line; of a pipe a comfortable one. */
  columns(): number
  rows(): number
  write(text: string): void
  /** Calls back when the terminal changes its size. */
  onResize(listener: () => void): () => void
}

/** The process's own streams. A reader that went away (`| head`) ends the program quietly, as it does others. */
export function processIo(options: { readonly color: boolean }): Io {
  const { env } = process
  const dumb = env.TERM === 'dumb'
  const colors = options.color && !dumb && (env.NO_COLOR ?? '') === ''
  return {
    env,
    cwd: process.cwd(),
    out: output(process.stdout, colors),
    err: output(process.stderr, colors),
    input: { isTerminal: process.stdin.isTTY, ask },
  }
}

function output(stream: NodeJS.WriteStream, colors: boolean): Output {
  let closed = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    closed = true
    // Nobody reads the result any more; what is on stderr only accompanies it.
    if (error.code === 'EPIPE' && stream === process.stdout) process.exitCode ??= 0
  })
  // A stream that is no terminal has no `isTTY` at all, whatever its type says.
  const isTerminal = Boolean(stream.isTTY)
  return {
    isTerminal,
    colors: colors && isTerminal,
    columns: () => (isTerminal ? stream.columns : 0) || 100,
    rows: () => (isTerminal ? stream.rows : 0) || 24,
    write(text) {
      if (!closed && text !== '') stream.write(text)
    },
    onResize(listener) {
      stream.on('resize', listener)
      return () => stream.off('resize', listener)
    },
  }
}

async function ask(question: string): Promise<string | null> {
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<null>((resolve) => {
    reader.once('close', () => resolve(null))
  })
  try {
    return await Promise.race([reader.question(question), ended])
  } finally {
    reader.close()
  }
}

/** Waits until all that was written has left the process, or nobody takes it. */
export async function flush(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) =>
        new Promise<void>((resolve) => {
          if (stream.destroyed || stream.writableLength === 0) resolve()
          else {
            stream.once('error', () => resolve())
            stream.write('', () => resolve())
          }
        }),
    ),
  )
}
