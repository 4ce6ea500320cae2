// `npm start`: from a fresh clone to the editor open on the examples.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root } from './ready.js'

requireNode()
ensureInstalled()
ensureBuilt()

const given = process.argv.slice(2)
// A place comes first, so that the value of a flag is not taken for one.
const place = given[0] !== undefined && !given[0].startsWith('-') ? [] : [join(root, 'examples/release-notes.yaml')]
const child = spawn(process.execPath, [join(root, 'bin/heddle.js'), 'serve', ...place, ...given], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
