import { appendFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crashPoint } from '../../crash-point.ts'
import { catalogueWith, startServer } from '../../routes/testing/harness.ts'
import { createSqliteStore } from '../../store/sqlite.ts'

/**
 * Serves a folder whose tools write down that they were called. `FAULT=after-append:<type>:<n>` kills the
 * process when the n-th event of that type is in the log.
 */
const [folder = ''] = process.argv.slice(2)

const onAppended = crashPoint(process.env['FAULT'])
const server = await startServer({
  folder,
  catalogue: catalogueWith('fetch', 'write'),
  store: createSqliteStore({ file: join(folder, '.heddle', 'runs.db') }),
  ...(onAppended && { engineOptions: { onAppended } }),
  executor: {
    render: (_, __, texts) => texts?.input ?? '',
    async execute(_, node, input) {
      appendFileSync(join(folder, 'calls'), `${node.id}\n`)
      return { output: `${node.id}(${typeof input === 'string' ? input : JSON.stringify(input)})` }
    },
  },
})
writeSync(1, `port ${server.port}\n`)
