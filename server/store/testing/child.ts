import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
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
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/heddle-tests')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${source.replaceAll(/\W+/g, '-')}-${process.pid}.mjs`)
  process.once('exit', () => rmSync(outfile, { force: true }))
  const made = build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile, logLevel: 'error' }).then(() => outfile)
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
