#!/usr/bin/env node
// Starts the built command line. Plain JavaScript that any Node can read, so that the two things
// that can be wrong before it starts are said in words.
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const entry = new URL('../dist/server/main.js', import.meta.url)

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`heddle: Node ${process.versions.node} is too old: Heddle needs 20.19 or newer\n`)
  process.exitCode = 2
} else if (!existsSync(entry)) {
  process.stderr.write('heddle: it is not built yet\n        Run npm run build (or npm start, which builds and opens the editor) in the folder of Heddle.\n')
  process.exitCode = 2
} else {
  const { main } = await import(entry.href)
  await main()
}
