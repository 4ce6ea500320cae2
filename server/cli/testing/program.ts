import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { programs } from '../../../scripts/programs.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let built: Promise<string> | undefined

/** Bundles the command line once for this process, beside the packages that it imports. */
function program(): Promise<string> {
  built ??= (async () => {
    const cache = join(root, 'node_modules/.cache')
    await mkdir(cache, { recursive: true })
    const outdir = await mkdtemp(join(cache, 'heddle-cli-'))
    await build({
      absWorkingDir: root,
      entryPoints: programs,
      outdir,
      chunkNames: '[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      packages: 'external',
      define: { 'process.env.HEDDLE_TEST_BUILD': '"1"' },
      logLevel: 'error',
    })
    await writeFile(join(outdir, 'package.json'), '{"type":"module"}')
    await writeFile(join(outdir, 'heddle.js'), "import { main } from './main.js'\nawait main()\n")
    return join(outdir, 'heddle.js')
  })()
  return built
}

/** Removes what `program` made; for `afterAll`. */
export async function removeProgram(): Promise<void> {
  if (built === undefined) return
  await rm(dirname(await built), { recursive: true, force: true })
  built = undefined
}

export type Call = {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly out: string; readonly err: string }

export type Running = {
  readonly process: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ended>
  /** What has been written to stderr so far. */
  err(): string
  out(): string
}

/** Starts `heddle` with a clean environment: no key and no model of the machine gets in. */
export async function start(args: readonly string[], { cwd, env = {}, input }: Call): Promise<Running> {
  const child = spawn(process.execPath, [await program(), ...args], { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env } })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, out, err }))
  })
  return { process: child, ended, err: () => err, out: () => out }
}

/** Starts `heddle` in a terminal of its own, which `script` makes: what is typed goes in by `type`. */
export async function startInTerminal(args: readonly string[], { cwd, env = {} }: Omit<Call, 'input'>): Promise<Running & { type(text: string): void }> {
  const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
  const command = [process.execPath, await program(), ...args].map(quote).join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, TERM: 'xterm', SHELL: '/bin/sh', NO_COLOR: '1', ...env } })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stdin.on('error', () => {})
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, out, err: '' }))
  })
  return { process: child, ended, err: () => '', out: () => out, type: (text) => void child.stdin.write(text) }
}

export async function heddle(args: readonly string[], call: Call): Promise<Ended> {
  return (await start(args, call)).ended
}

/** A folder with these files, removed by `remove`. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'heddle-cli-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), content)
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
