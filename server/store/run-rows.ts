import type { Database } from 'better-sqlite3'
import {
  GENESIS,
  isUnderWay,
  openSummary,
  sealEvent,
  summarise,
  type ChainHead,
  type Digest,
  type EventOf,
  type RunEvent,
  type RunEventBody,
  type RunStatus,
  type StartedBy,
  type SummaryFold,
  type Usage,
} from '../../src/core/index.ts'
import { AppendConflict, type RunFilter, type RunSummary } from '../engine/ports.ts'
import { Refusal } from './commits.ts'
import { createTimes, readRecord, summaryOf } from './record.ts'

type RunRow = {
  readonly id: number
  readonly run: string
  readonly seq: number
  readonly head: string
  readonly workflow: string
  readonly file: string | null
  readonly status: RunStatus
  readonly created_at: string
  readonly ended_at: string | null
  readonly usage: string
  /** Missing in a database of version 1 that may only be read. */
  readonly started_by?: string | null
}

type EventRow = { readonly seq: number; readonly hash: string; readonly record: string }

/** A run whose row this process has at hand. */
type Known = {
  readonly id: number
  readonly run: string
  head: ChainHead
  readonly summary: SummaryFold
  /** What of the summary is in the row. */
  written: Omit<SummaryFold, 'counted'> | null
}

/** The rows of runs and their events. Writing functions are to be called inside a transaction. */
export type RunRows = {
  append(run: string, expectedSeq: number, bodies: readonly RunEventBody[], at: number | readonly number[]): readonly RunEvent[]
  /** Writes the rows of the runs that were appended to. */
  writeRuns(): void
  /** Forgets what was not committed. */
  forget(): void
  read(run: string, after: number, limit: number): readonly RunEvent[]
  head(run: string): { readonly seq: number; readonly hash: string; readonly status: RunStatus } | null
  list(filter: RunFilter): readonly RunSummary[]
}

/** Characters of records that one read gives at most, but for the first. */
const READ_SIZE = 16 * 1024 * 1024

export function createRunRows(database: Database, digest: Digest): RunRows {
  const select = database.prepare<[string], RunRow>('SELECT * FROM runs WHERE run = ?')
  const selectSeq = database.prepare<[number], { seq: number; head: string }>('SELECT seq, head FROM runs WHERE id = ?')
  const insertRun = database.prepare<[string]>(`INSERT INTO runs (run, seq, head, workflow, status, created_at, usage) VALUES (?, 0, '', '', 'created', '', '{"input":0,"output":0}')`)
  const updateRun = once(() => database.prepare<[number, string, string, string | null, string, string, string | null, string, string | null, number]>(
    'UPDATE runs SET seq = ?, head = ?, workflow = ?, file = ?, status = ?, created_at = ?, ended_at = ?, usage = ?, started_by = ? WHERE id = ?',
  ))
  const updateHead = database.prepare<[number, string, number]>('UPDATE runs SET seq = ?, head = ? WHERE id = ?')
  const insertEvent = database.prepare<[number, number, string, string, string]>('INSERT INTO events (run, seq, type, hash, record) VALUES (?, ?, ?, ?, ?)')
  const selectEvents = database.prepare<[number, number, number], EventRow>('SELECT seq, hash, record FROM events WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?')
  const selectCalls = database.prepare<[number], EventRow>(`SELECT seq, hash, record FROM events WHERE run = ? AND type = 'model.called' ORDER BY seq`)

  const timeOf = createTimes()
  let known = new Map<string, Known>()
  const changed = new Set<Known>()

  /** The run's row, read anew unless nobody else has written it since. */
  function find(run: string): Known | null {
    const at = known.get(run)
    if (at) {
      // Inside a transaction one look is enough: nobody else writes.
      if (changed.has(at)) return at
      const row = selectSeq.get(at.id)
      if (row?.seq === at.head.seq && row.head === at.head.hash) return at
    }
    const row = select.get(run)
    if (!row) return null
    const found: Known = { id: row.id, run, head: row.seq === 0 ? GENESIS : { seq: row.seq, hash: row.head }, summary: summaryOfRow(row), written: null }
    for (const call of selectCalls.iterate(row.id)) {
      const event = readRecord(run, call.seq, call.record, call.hash) as EventOf<'model.called'>
      // Only for what the calls of each visit come to: the sum is in the row.
      const usage = found.summary.usage
      if (event.type === 'model.called') summarise(found.summary, event)
      found.summary.usage = usage
    }
    known.set(run, found)
    return found
  }

  function begin(run: string): Known {
    const made: Known = { id: Number(insertRun.run(run).lastInsertRowid), run, head: GENESIS, summary: openSummary(), written: null }
    known.set(run, made)
    return made
  }

  return {
    append(run, expectedSeq, bodies, at) {
      const found = find(run)
      const seq = found?.head.seq ?? 0
      if (seq !== expectedSeq) throw new Refusal(new AppendConflict(run, expectedSeq, seq))
      if (bodies.length === 0) return []
      const sealed: { readonly event: RunEvent; readonly text: string }[] = []
      let head = found?.head ?? GENESIS
      try {
        for (const [place, body] of bodies.entries()) {
          const one = sealEvent(run, head, timeOf(at, place), body, digest)
          head = { seq: one.event.seq, hash: one.event.hash }
          sealed.push(one)
        }
      } catch (cause) {
        // Not JSON: nothing was written yet.
        throw new Refusal(cause)
      }
      const row = found ?? begin(run)
      for (const { event, text } of sealed) {
        insertEvent.run(row.id, event.seq, event.type, event.hash, text)
        summarise(row.summary, event)
      }
      row.head = head
      changed.add(row)
      return sealed.map(({ event }) => event)
    },
    writeRuns() {
      for (const row of changed) {
        const { id, head, summary } = row
        // Most commits move the head and nothing else.
        if (row.written && sameSummary(row.written, summary)) {
          updateHead.run(head.seq, head.hash, id)
          continue
        }
        updateRun().run(head.seq, head.hash, summary.workflow, summary.file ?? null, summary.status, summary.created_at, summary.ended_at ?? null, JSON.stringify(summary.usage), summary.started_by ?? null, id)
        row.written = { ...summary }
      }
      // What has ended need not be kept at hand.
      for (const { run, summary } of changed) {
        if (!isUnderWay(summary.status)) known.delete(run)
      }
      changed.clear()
    },
    forget() {
      known = new Map()
      changed.clear()
    },
    read(run, after, limit) {
      const row = select.get(run)
      if (!row) return []
      const events: RunEvent[] = []
      let size = 0
      for (const { seq, hash, record } of selectEvents.iterate(row.id, after, Number.isFinite(limit) ? limit : -1)) {
        size += record.length
        if (events.length > 0 && size > READ_SIZE) break
        events.push(readRecord(run, seq, record, hash))
      }
      return events
    },
    head(run) {
      const row = select.get(run)
      return row && row.seq > 0 ? { seq: row.seq, hash: row.head, status: row.status } : null
    },
    list({ file, startedBy, limit = 100 }) {
      const wanted = [...(file === undefined ? [] : [['file', file] as const]), ...(startedBy === undefined ? [] : [['started_by', startedBy] as const])]
      const where = ['seq > 0', ...wanted.map(([column]) => `${column} = ?`)].join(' AND ')
      const rows = database.prepare<(string | number)[], RunRow>(`SELECT * FROM runs WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ?`).all(...wanted.map(([, value]) => value), limit)
      return rows.map((row) => summaryOf(row.run, summaryOfRow(row)))
    },
  }
}

/** Made when it is needed first: a database that may only be read needs no statement that writes. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function sameSummary(left: Omit<SummaryFold, 'counted'>, right: SummaryFold): boolean {
  return (
    left.status === right.status &&
    left.usage === right.usage &&
    left.ended_at === right.ended_at &&
    left.created_at === right.created_at &&
    left.workflow === right.workflow &&
    left.file === right.file &&
    left.started_by === right.started_by
  )
}

function summaryOfRow(row: RunRow): SummaryFold {
  return {
    ...openSummary(),
    workflow: row.workflow,
    file: row.file ?? undefined,
    started_by: (row.started_by ?? undefined) as StartedBy | undefined,
    status: row.status,
    created_at: row.created_at,
    ended_at: row.ended_at ?? undefined,
    usage: JSON.parse(row.usage) as Usage,
  }
}
