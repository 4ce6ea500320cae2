import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'

/** A program of ours in a process of its own: what it prints, line by line, and how it ends. */
export type Child = {
  readonly lines: readonly string[]
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Resolves with the first line that begins so. */
  line(start: string): Promise<string>
  kill(signal: NodeJS.Signals): void
}

const built = new Map<string, Promise<string>>()

/** Bundles a TypeScript program to where it finds the packages of this one. */
function bundle(source: string): Promise<string> {
  const known = built.get(source)
  if (known) return known
  const root = join(import.meta.dirname, '../../..')
  const folder = join(root, 'node_modules/.cache/heddle-tests')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${relative(root, source).replaceAll(/\W+/g, '-')}.mjs`)
  const made = build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', packages: 'external', write: false, logLevel: 'error' }).then(({ outputFiles }) => {
    // Another test may be starting the same program.
    writeFileSync(`${outfile}.${process.pid}`, outputFiles[0]!.contents)
    renameSync(`${outfile}.${process.pid}`, outfile)
    return outfile
  })
  built.set(source, made)
  return made
}

/** Starts a program; it is killed when the test ends. */
export async function start(source: string, args: readonly string[], env: { readonly [name: string]: string } = {}): Promise<Child> {
  const program = await bundle(source)
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const look of waiting) look()
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    wake()
  })
  let over = false
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => {
      over = true
      wake()
      resolve({ code, signal })
    })
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    lines,
    ended,
    kill: (signal) => void child.kill(signal),
    line: (begin) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find((line) => line.startsWith(begin))
          if (found === undefined && !over) return
          waiting.delete(look)
          if (found === undefined) reject(new Error(`the program ended before it printed ${begin}; it printed ${JSON.stringify(lines)}`))
          else resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}
