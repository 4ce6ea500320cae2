// Builds the browser app (dist/app), the server, command line and library (dist/server) and their
// types (dist/types). With --test: the same app and server with the hooks that tests use, in dist/test.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { programs } from './programs.js'
import { root, run } from './ready.js'

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const forTests = process.argv.includes('--test')
const withTypes = process.argv.includes('--types')
const out = join(root, forTests ? 'dist/test' : 'dist')

async function buildServer() {
  const outdir = join(out, 'server')
  rmSync(outdir, { recursive: true, force: true })
  await esbuild({
    absWorkingDir: root,
    entryPoints: programs,
    outdir,
    // Flat names: the server finds the built app beside the file that it runs from.
    chunkNames: '[name]-[hash]',
    bundle: true,
    // A command loads only what it needs: each dynamic import is a file of its own.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: Object.keys(dependencies).filter((name) => name !== 'yaml').flatMap((name) => [name, `${name}/*`]),
    // Bundled, since its many small files are a third of the time that a short command takes. Its entry for
    // Node is CommonJS, which cannot be bundled into a module; the one for browsers is the same code.
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
    sourcemap: forTests ? 'inline' : false,
    define: { 'process.env.HEDDLE_TEST_BUILD': forTests ? '"1"' : '""' },
    logLevel: 'warning',
  })
}

async function buildApp() {
  if (forTests) process.env.VITE_HEDDLE_TEST = '1'
  await vite({ root, configFile: join(root, 'vite.config.ts'), build: { outDir: join(out, 'app'), emptyOutDir: true }, logLevel: 'warn' })
}

/** A packed copy beside each text of the app that gets smaller by it: the server sends that to whoever takes it. */
function pack(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css|html|svg|json)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file)
    const packed = gzipSync(text, { level: 9 })
    if (packed.length < text.length * 0.9) writeFileSync(`${file}.gz`, packed)
  }
}

await Promise.all([buildServer(), buildApp()])
pack(join(out, 'app'))
if (withTypes) run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'])
