// `npm start`: from a fresh clone to the editor open on the examples.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root } from './ready.js'

requireNode()
ensureInstalled()
ensureBuilt()

const given = process.argv.slice(2)
const folder = given.some((argument) => !argument.startsWith('-')) ? [] : [join(root, 'examples')]
const child = spawn(process.execPath, [join(root, 'bin/heddle.js'), 'serve', ...folder, ...given], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
