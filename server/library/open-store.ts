import { statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunStore } from '../engine/ports.ts'
import type { Durability } from '../store/database.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createSqliteStore } from '../store/sqlite.ts'

export type StoreOptions = {
  /** `normal` (default) survives the death of the process, `full` also loss of power. */
  readonly durability?: Durability
}

/**
 * The store of runs at a place: a database file, a folder (which then holds `runs.db`), a `file:` address
 * of either, or `memory:`. Default: `.heddle` in the working folder, where the command line keeps its
 * runs. Nothing is made or read before the store is used. Throws a TypeError at an address of another kind.
 */
export function openStore(pathOrUrl: string | URL = '.heddle', options: StoreOptions = {}): RunStore {
  const place = String(pathOrUrl)
  if (place === 'memory:' || place === ':memory:') return createMemoryStore()
  // A Windows path has a scheme of one letter.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(place)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'file') throw new TypeError(`${scheme}: is no kind of run store: give a folder, a file or \`memory:\``)
  return createSqliteStore({ file: databaseFile(scheme === 'file' ? fileURLToPath(place) : resolve(place)), ...options })
}

function databaseFile(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? !['.db', '.sqlite', '.sqlite3'].includes(extname(path))
  return isFolder ? join(path, 'runs.db') : path
}
