import type { Database } from 'better-sqlite3'
import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError, toStoreError } from './store-error.ts'

export type Durability = 'normal' | 'full'

export type DatabaseOptions = {
  readonly file: string
  /** `normal` survives the death of the process, `full` also loss of power. */
  readonly durability: Durability
  /** The database refuses to grow beyond this. */
  readonly maxBytes?: number
}

/** `HEDL`: says whose database it is. */
const APPLICATION = 0x4845444c
const VERSION = 2

/** How long a statement may wait, in this thread, for another process. Milliseconds; longer waits leave the thread free. */
const BUSY = 10

const SCHEMA = `
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  run TEXT NOT NULL UNIQUE,
  seq INTEGER NOT NULL,
  head TEXT NOT NULL,
  workflow TEXT NOT NULL,
  file TEXT,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  ended_at TEXT,
  usage TEXT NOT NULL,
  started_by TEXT
);
CREATE INDEX runs_by_time ON runs (created_at);
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs (id),
  seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  hash TEXT NOT NULL,
  record TEXT NOT NULL,
  UNIQUE (run, seq)
);
CREATE TABLE leases (
  run TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  token TEXT NOT NULL,
  renewed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE inbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run TEXT NOT NULL,
  type TEXT NOT NULL,
  sender TEXT NOT NULL
);
CREATE INDEX inbox_by_run ON inbox (run, id);
`

/** Opens the database, and makes it where there is none. Throws a StoreError. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  // The driver is native code that takes a while to load: only who has runs pays for it.
  const { default: Sqlite } = await import('better-sqlite3')
  const { file } = options
  let database: Database | undefined
  try {
    prepareFolder(dirname(file))
    refuseLink(file)
    database = new Sqlite(file, { timeout: 2_000 })
    prepare(database, options)
    return database
  } catch (cause) {
    database?.close()
    throw toStoreError(file, cause)
  }
}

/** Opens a database that may not be written, for reading. Throws a StoreError. */
export async function openForReading(file: string): Promise<Database> {
  const { default: Sqlite } = await import('better-sqlite3')
  let database: Database | undefined
  try {
    database = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 2_000 })
    checkOwner(database, file)
    return database
  } catch (cause) {
    database?.close()
    throw toStoreError(file, cause)
  }
}

function prepareFolder(folder: string): void {
  if (basename(folder) === '.heddle') refuseLink(folder)
  mkdirSync(folder, { recursive: true })
  const ignore = join(folder, '.gitignore')
  // Runs hold prompts and answers: they are not to be published by accident.
  if (basename(folder) === '.heddle' && !existsSync(ignore)) writeFileSync(ignore, '*\n', { flag: 'wx' })
}

/** A folder from a stranger could bring a link that leads anywhere. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw new StoreError('link', path)
}

function prepare(database: Database, { file, durability, maxBytes }: DatabaseOptions): void {
  database.pragma('journal_mode = WAL')
  database.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`)
  if (checkOwner(database, file) === 'empty') create(database, file)
  else bringUpToDate(database)
  database.pragma(`busy_timeout = ${BUSY}`)
  if (maxBytes !== undefined) {
    const page = database.pragma('page_size', { simple: true }) as number
    database.pragma(`max_page_count = ${Math.max(1, Math.floor(maxBytes / page))}`)
  }
}

function create(database: Database, file: string): void {
  database
    .transaction(() => {
      // Another process may have been quicker.
      if (checkOwner(database, file) !== 'empty') return
      database.exec(SCHEMA)
      database.pragma(`application_id = ${APPLICATION}`)
      database.pragma(`user_version = ${VERSION}`)
    })
    .immediate()
}

/** What earlier versions of the tables lack, version by version. */
const CHANGES: readonly { readonly to: number; readonly change: string }[] = [{ to: 2, change: 'ALTER TABLE runs ADD COLUMN started_by TEXT' }]

function bringUpToDate(database: Database): void {
  const version = (): number => database.pragma('user_version', { simple: true }) as number
  if (version() >= VERSION) return
  database
    .transaction(() => {
      // Another process may have been quicker.
      const from = version()
      for (const { to, change } of CHANGES) if (to > from) database.exec(change)
      database.pragma(`user_version = ${VERSION}`)
    })
    .immediate()
}

function checkOwner(database: Database, file: string): 'ours' | 'empty' {
  const application = database.pragma('application_id', { simple: true })
  const version = database.pragma('user_version', { simple: true }) as number
  if (application === APPLICATION) {
    if (version > VERSION) throw new StoreError('newer', file)
    return 'ours'
  }
  const tables = database.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_schema').get()?.n ?? 0
  if (application !== 0 || version !== 0 || tables > 0) throw new StoreError('foreign', file)
  return 'empty'
}
