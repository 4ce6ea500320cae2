// `npm run check`: what can be known without running anything. Types, lint, import rules.
import { ensureInstalled, requireNode, root, run } from './ready.js'

requireNode()
ensureInstalled()

const tsc = (project) => run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project])
tsc('tsconfig.core.json')
tsc('tsconfig.app.json')
tsc('tsconfig.node.json')
run(process.execPath, ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', 'src', 'server', 'e2e', 'bench', 'scripts', '--ignore-pattern', 'scripts/fixtures/**'], { cwd: root })
run(process.execPath, ['scripts/walls.js'])
