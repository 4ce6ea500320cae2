import type { Database } from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Digest, RunEventBody } from '../../src/core/index.ts'
import { sha256 } from '../engine/digest.ts'
import type { Owner, RunStore } from '../engine/ports.ts'
import { createCommits, type Commits } from './commits.ts'
import { openDatabase, openForReading, type Durability } from './database.ts'
import { createLeaseRows, type LeaseRows } from './lease-rows.ts'
import { isAlive } from './owner.ts'
import { createRunRows, type RunRows } from './run-rows.ts'
import { StoreError, faultOf, toStoreError } from './store-error.ts'
import { createWatchers } from './watchers.ts'

export type SqliteStoreOptions = {
  /** Made on first use, with its folder; reading from one that is not there makes nothing. */
  readonly file: string
  /** Default `normal`: survives the death of the process. `full` also survives loss of power, at about half the speed. */
  readonly durability?: Durability
  readonly digest?: Digest
  readonly alive?: (owner: Owner, renewed: number, now: number) => boolean
  /** The database refuses to grow beyond this. */
  readonly maxBytes?: number
}

type Open = { readonly database: Database; readonly runs: RunRows; readonly leases: LeaseRows; readonly commits: Commits }

/** How often changes made by other processes are looked for, while somebody watches. Milliseconds. */
const LOOK_INTERVAL = 250

/** How long a read may be kept waiting by another process. Milliseconds. */
const PATIENCE = 10_000

/**
 * The runs in a SQLite database: many processes may read, each run has one writer. Appends of one turn of
 * the event loop share a commit. Rejects with a StoreError that says what is wrong with the file.
 */
export function createSqliteStore(options: SqliteStoreOptions): RunStore {
  const { file, durability = 'normal', digest = sha256, alive = isAlive, maxBytes } = options
  let opening: Promise<Open> | null = null
  let opened: Open | null = null
  let closed = false
  let timer: ReturnType<typeof setInterval> | undefined
  const watchers = createWatchers((busy) => {
    if (busy) startLooking()
    else stopLooking()
  })
  /** What was committed in this process and is still to be told of. */
  let told = new Map<string, { events: boolean; inbox: boolean }>()

  function tell(run: string, change: 'events' | 'inbox'): void {
    const known = told.get(run)
    if (known) known[change] = true
    else told.set(run, { events: change === 'events', inbox: change === 'inbox' })
  }

  function prepare(database: Database): Open {
    const runs = createRunRows(database, digest)
    const leases = createLeaseRows(database, alive)
    const commits = createCommits({
      database,
      file,
      beforeCommit: () => runs.writeRuns(),
      afterCommit: () => {
        const changes = told
        told = new Map()
        for (const [run, { events, inbox }] of changes) {
          if (events) watchers.notify(run, 'events')
          if (inbox) watchers.notify(run, 'inbox')
        }
      },
      afterRollback: () => {
        told = new Map()
        runs.forget()
      },
    })
    return { database, runs, leases, commits }
  }

  async function openToWrite(): Promise<Open> {
    const database = await openDatabase({ file, durability, ...(maxBytes === undefined ? {} : { maxBytes }) })
    if (closed) {
      database.close()
      throw new StoreError('closed', file)
    }
    return prepare(database)
  }

  function open(): Promise<Open> {
    if (closed) return Promise.reject(new StoreError('closed', file))
    if (opened) return Promise.resolve(opened)
    if (!opening) {
      opening = openToWrite()
      // The first to hear of it: those who wait follow at once, in the order in which they came.
      opening.then(
        (at) => {
          opened = at
          opening = null
        },
        () => {
          opening = null
        },
      )
    }
    return opening
  }

  function write<T>(change: (open: Open) => T, size?: number): Promise<T> {
    if (closed) return Promise.reject(new StoreError('closed', file))
    const at = opened
    if (at) return at.commits.write(() => change(at), size)
    return open().then((now) => now.commits.write(() => change(now), size))
  }

  /** `missing` is the answer where no database was made yet. */
  async function read<T>(missing: T, look: (open: Open) => T): Promise<T> {
    if (closed) throw new StoreError('closed', file)
    if (!opened && !existsSync(file)) return missing
    const start = performance.now()
    for (;;) {
      try {
        return await lookOnce(look)
      } catch (cause) {
        if (faultOf(cause) !== 'locked' || performance.now() - start > PATIENCE) throw toStoreError(file, cause)
        await sleep(20)
      }
    }
  }

  async function lookOnce<T>(look: (open: Open) => T): Promise<T> {
    let at: Open
    try {
      at = await open()
    } catch (cause) {
      if (!(cause instanceof StoreError) || cause.fault !== 'read-only') throw cause
      // A folder that may only be read still shows its runs.
      const database = await openForReading(file)
      try {
        return look(prepare(database))
      } finally {
        database.close()
      }
    }
    return look(at)
  }

  /** Where this process has come in the changes of the others. */
  type Place = { version: number; event: number; message: number }
  let place: Place | null = null

  function startLooking(): void {
    if (opened) place ??= placeOf(opened.database)
    timer ??= setInterval(lookForChanges, LOOK_INTERVAL).unref()
  }

  function stopLooking(): void {
    clearInterval(timer)
    timer = undefined
    place = null
  }

  function lookForChanges(): void {
    if (closed) return
    if (!opened) {
      // Somebody else may make the database; what is in it by then is old.
      if (existsSync(file)) open().then(() => timer && startLooking(), () => {})
      return
    }
    try {
      const { database } = opened
      place ??= placeOf(database)
      if (database.pragma('data_version', { simple: true }) === place.version) return
      const before = place
      place = placeOf(database)
      for (const { run } of database.prepare<[number], { run: string }>('SELECT DISTINCT runs.run AS run FROM events JOIN runs ON runs.id = events.run WHERE events.id > ?').all(before.event)) {
        watchers.notify(run, 'events')
      }
      for (const { run } of database.prepare<[number], { run: string }>('SELECT DISTINCT run FROM inbox WHERE id > ?').all(before.message)) watchers.notify(run, 'inbox')
    } catch {
      // Locked for a moment, or broken: who reads or writes will hear of it.
    }
  }

  return {
    append(run, expectedSeq, bodies, at) {
      return write(({ runs }) => {
        const events = runs.append(run, expectedSeq, bodies, at)
        if (events.length > 0) tell(run, 'events')
        return events
      }, roughSize(bodies))
    },
    read: (run, after = 0, limit = Infinity) => read([], ({ runs }) => runs.read(run, after, limit)),
    exists: (run) => read(false, ({ runs }) => runs.head(run) !== null),
    head: (run) => read(null, ({ runs }) => runs.head(run)),
    list: (filter = {}) => read([], ({ runs }) => runs.list(filter)),
    async acquire(run, owner) {
      const by = await write(({ leases }) => leases.acquire(run, owner))
      return by === null ? { held: true } : { held: false, by }
    },
    release: (run, owner) => write(({ leases }) => leases.release(run, owner)),
    owner: (run) => read(null, ({ leases }) => leases.owner(run)),
    post: (run, message) =>
      write(({ leases }) => {
        leases.post(run, message)
        tell(run, 'inbox')
      }),
    inbox: (run, after) => read([], ({ leases }) => leases.inbox(run, after)),
    watch: watchers.watch,
    async close() {
      if (closed) return
      await opening?.catch(() => {})
      opened?.commits.flush()
      closed = true
      watchers.close()
      stopLooking()
      opened?.database.close()
      opened = null
    },
  }
}

function placeOf(database: Database): { version: number; event: number; message: number } {
  const version = database.pragma('data_version', { simple: true }) as number
  const { event, message } = database
    .prepare<[], { event: number | null; message: number | null }>('SELECT (SELECT max(id) FROM events) AS event, (SELECT max(id) FROM inbox) AS message')
    .get()!
  return { version, event: event ?? 0, message: message ?? 0 }
}

/** About how many characters the events take: only the large ones matter, and those are what nodes take and give. */
function roughSize(bodies: readonly RunEventBody[]): number {
  let size = 0
  for (const body of bodies) {
    size += 512
    if (body.type === 'node.started' && typeof body.input === 'string') size += body.input.length
    if (body.type === 'node.completed' && typeof body.output === 'string') size += body.output.length
  }
  return size
}
