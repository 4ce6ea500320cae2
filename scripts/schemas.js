// Writes the JSON Schemas that other editors read, public/schema/<dialect>.json, from the tables of the dialects.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './ready.js'

const { outputFiles } = await build({ absWorkingDir: root, entryPoints: ['src/core/index.ts'], bundle: true, format: 'esm', platform: 'node', write: false, alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') } })
const { dialects } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
const folder = join(root, 'public/schema')
mkdirSync(folder, { recursive: true })
for (const dialect of dialects) {
  writeFileSync(join(folder, `${dialect.name}.json`), `${JSON.stringify(dialect.schema(), null, 2)}\n`)
  console.log(`public/schema/${dialect.name}.json`)
}
