// `npm test`: everything, from a fresh clone. Types, lint and import rules; unit, property and
// contract tests; then the built app in a real browser. Ends with one line that counts.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, ensureBuilt, ensureInstalled, fail, requireNode, root, say } from './ready.js'

const began = Date.now()
requireNode()
ensureInstalled()

const reports = join(root, 'dist/reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const node = (args, env = {}) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
const report = (name) => {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'))
  } catch {
    return null
  }
}
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`

const stages = [
  { title: 'types, lint and import rules', stage: () => ({ ok: node(['scripts/check.js']), passed: 0, failed: 0 }) },
  {
    title: 'unit, property and contract tests',
    stage: () => {
      const ok = node(['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${join(reports, 'unit.json')}`])
      const result = report('unit.json')
      return { ok: ok && result !== null, passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0 }
    },
  },
  {
    title: 'end to end, in a browser',
    stage: async () => {
      const browser = await ensureBrowser()
      ensureBuilt('test')
      const ok = node(['node_modules/@playwright/test/cli.js', 'test'], { HEDDLE_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') })
      const result = report('e2e.json')
      const stats = result?.stats ?? { expected: 0, unexpected: 0, flaky: 0 }
      return { ok: ok && result !== null, passed: stats.expected + stats.flaky, failed: stats.unexpected }
    },
  },
]

let passed = 0
let failed = 0
let ok = true
for (const { title, stage } of stages) {
  const since = Date.now()
  say(`${title}...`)
  const result = await stage()
  passed += result.passed
  failed += result.failed
  ok &&= result.ok
  say(`${title}: ${result.ok ? 'good' : 'FAILED'}, ${seconds(since)}`)
}
say(`everything took ${seconds(began)}`)
if (passed === 0) fail('no test was run')
process.stdout.write(`heddle: ${passed} passed, ${failed + (ok || failed > 0 ? 0 : 1)} failed\n`)
process.exit(ok ? 0 : 1)
