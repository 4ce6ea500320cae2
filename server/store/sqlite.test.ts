import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { describeRunStore } from './contract.ts'
import { createSqliteStore } from './sqlite.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-store-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

describeRunStore('SQLite', async (alive) => {
  const file = join(folder(), 'runs.db')
  const options = { file, ...(alive ? { alive } : {}) }
  return { store: createSqliteStore(options), other: createSqliteStore(options) }
})
