// `npm run bench [-- NAME... --quick]`: measures, prints tables and writes them to bench/results/, as
// Markdown and as JSON. NAME:PART measures one part of a bench. Nothing in `npm test` depends on what it finds.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBrowser, ensureBuilt, ensureInstalled, fail, requireNode, root, say } from './ready.js'
import { yardstick } from './yardstick.js'

requireNode()
ensureInstalled()
ensureBuilt()

const suites = readdirSync(join(root, 'bench')).filter((name) => name.endsWith('.bench.ts')).map((name) => name.replace('.bench.ts', ''))
const quick = process.argv.includes('--quick')
const asked = process.argv.slice(2).filter((argument) => argument !== '--quick').map((argument) => argument.split(':'))
const wanted = [...new Set(asked.map(([name]) => name))]
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
const machine = {
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.versions.node,
}

for (const name of suites.filter((suite) => wanted.length === 0 || wanted.includes(suite))) {
  say(`measuring ${name}...`)
  // A busy machine spoils figures: what it was busy with before is told beside them.
  const load = Number(loadavg()[0]?.toFixed(1))
  const pace = Math.round(yardstick())
  const parts = asked.flatMap(([bench, part]) => (bench === name && part !== undefined ? [part] : []))
  const { measure } = await import(pathToFileURL(join(out, `${name}.bench.mjs`)).href)
  const { title, columns, rows, notes = [] } = await measure({ root, quick, parts, browser: ensureBrowser, say })
  const date = new Date().toISOString().slice(0, 10)
  const table = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const about = `${machine.processor}, ${machine.cores} cores, ${machine.memory}, Node ${machine.node}, load ${load} before, a fixed piece of work in ${pace} ms (scripts/yardstick.js), ${date}`
  const page = `# ${title}\n\n${about}\n\n${table}\n${notes.map((note) => `\n${note}\n`).join('')}`
  process.stdout.write(`\n${page}\n`)
  // A part is not the whole: what was measured last of everything stays.
  if (parts.length > 0) continue
  writeFileSync(join(results, `${name}.md`), page)
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify({ title, date, machine: { ...machine, load, pace }, columns, rows, notes }, null, 2)}\n`)
}
