import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A program of Heddle's own for another process or thread. */
export type Entry = {
  /** A module to run, when it is built. */
  readonly file: string
  readonly code: null
} | {
  readonly file: null
  /** CommonJS that runs it from its source. */
  readonly code: string
}

/**
 * Where a program stands: beside the built code that runs now, under its own name, or in the source tree
 * at `source` (relative to this folder).
 */
export function entryOf(name: string, source: string): Entry {
  const built = fileURLToPath(new URL(`${name}.js`, import.meta.url))
  if (existsSync(built)) return { file: built, code: null }
  const path = fileURLToPath(new URL(source, import.meta.url))
  // Node 20 reads no TypeScript; jiti is there for the modules of users.
  const code = `const { createJiti } = require('node:module').createRequire(${JSON.stringify(path)})('jiti'); createJiti(${JSON.stringify(path)}, { fsCache: false }).import(${JSON.stringify(pathToFileURL(path).href)}).catch((error) => { console.error(error); process.exit(1) })`
  return { file: null, code }
}
