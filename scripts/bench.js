// `npm run bench [-- NAME...]`: measures, prints tables and writes them to bench/results/. Nothing in
// `npm test` depends on what it finds.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, fail, requireNode, root, say } from './ready.js'

requireNode()
ensureInstalled()
ensureBuilt()

const suites = readdirSync(join(root, 'bench')).filter((name) => name.endsWith('.bench.ts')).map((name) => name.replace('.bench.ts', ''))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !suites.includes(name))
if (unknown.length > 0) fail(`no bench is called ${unknown.join(', ')}; there are ${suites.join(', ')}`)

const { build } = await import('esbuild')
const out = join(root, 'dist/bench')
rmSync(out, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: suites.map((name) => `bench/${name}.bench.ts`),
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
})

const results = join(root, 'bench/results')
mkdirSync(results, { recursive: true })
const machine = `Node ${process.versions.node}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`

for (const name of suites.filter((suite) => wanted.length === 0 || wanted.includes(suite))) {
  say(`measuring ${name}...`)
  const { measure } = await import(pathToFileURL(join(out, `${name}.bench.mjs`)).href)
  const { title, columns, rows, notes = [] } = await measure({ root })
  const table = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const page = `# ${title}\n\n${machine}, ${new Date().toISOString().slice(0, 10)}\n\n${table}\n${notes.map((note) => `\n${note}\n`).join('')}`
  writeFileSync(join(results, `${name}.md`), page)
  process.stdout.write(`\n${page}\n`)
}
