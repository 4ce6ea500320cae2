// `npm run test:e2e [-- filter]`: the browser tests alone.
import { ensureBrowser, ensureBuilt, ensureInstalled, requireNode, run } from './ready.js'

requireNode()
ensureInstalled()
ensureBuilt('test')
run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], { env: { ...process.env, HEDDLE_CHROMIUM: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: 'dist/reports/e2e.json' } })
