import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const made = new Map<string, string>()

/**
 * The file of a program of Heddle's own for another process or thread: beside the built code that runs
 * now, under its own name; or, in the source tree, built from `source` (relative to this folder).
 */
export function entryOf(name: string, source: string): string {
  const built = fileURLToPath(new URL(`${name}.js`, import.meta.url))
  if (existsSync(built)) return built
  let file = made.get(name)
  if (file === undefined) {
    file = buildFromSource(name, fileURLToPath(new URL(source, import.meta.url)))
    made.set(name, file)
  }
  return file
}

/** Node 20 reads no TypeScript. Whoever works on Heddle has esbuild. */
function buildFromSource(name: string, source: string): string {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const outdir = join(root, 'node_modules/.cache/heddle-programs', `${name}-${process.pid}`)
  mkdirSync(dirname(outdir), { recursive: true })
  const { buildSync } = createRequire(import.meta.url)('esbuild') as { buildSync(options: object): unknown }
  buildSync({ absWorkingDir: root, entryPoints: { [name]: source }, outdir, outExtension: { '.js': '.mjs' }, bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20.19', packages: 'external', logLevel: 'error' })
  return join(outdir, `${name}.mjs`)
}
