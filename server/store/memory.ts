import {
  GENESIS,
  openSummary,
  sealEvent,
  summarise,
  type ChainHead,
  type Digest,
  type RunEvent,
  type SummaryFold,
} from '../../src/core/index.ts'
import { AppendConflict, type InboxMessage, type Owner, type RunChange, type RunStore, type RunSummary } from '../engine/ports.ts'
import { sha256 } from '../engine/digest.ts'
import { isAlive } from './owner.ts'
import { createTimes, readRecord, summaryOf } from './record.ts'
import { createWatchers } from './watchers.ts'

export type MemoryStoreOptions = {
  readonly digest?: Digest
  /** Is the process still there that took a lease? */
  readonly alive?: (owner: Owner, renewed: number, now: number) => boolean
}

type Run = {
  head: ChainHead
  /** What `sealEvent` wrote: text, so that nobody can change a record by its object. */
  readonly texts: string[]
  readonly hashes: string[]
  readonly summary: SummaryFold
  readonly inbox: InboxMessage[]
  lease: { readonly owner: Owner; readonly renewed: number } | null
}

/** Keeps runs in this process only: for tests, and for programs that need no record beyond their own life. */
export function createMemoryStore({ digest = sha256, alive = isAlive }: MemoryStoreOptions = {}): RunStore {
  const runs = new Map<string, Run>()
  const watchers = createWatchers()
  const timeOf = createTimes()
  let messages = 0

  function open(run: string): Run {
    const known = runs.get(run)
    if (known) return known
    const made: Run = { head: GENESIS, texts: [], hashes: [], summary: openSummary(), inbox: [], lease: null }
    runs.set(run, made)
    return made
  }

  function holder(run: string): Owner | null {
    const lease = runs.get(run)?.lease
    return lease && alive(lease.owner, lease.renewed, Date.now()) ? lease.owner : null
  }

  const changed = (run: string, change: RunChange): void => watchers.notify(run, change)

  return {
    async append(run, expectedSeq, bodies, at) {
      const seq = runs.get(run)?.head.seq ?? 0
      if (seq !== expectedSeq) throw new AppendConflict(run, expectedSeq, seq)
      const events: RunEvent[] = []
      const texts: string[] = []
      let head = runs.get(run)?.head ?? GENESIS
      for (const [place, body] of bodies.entries()) {
        const sealed = sealEvent(run, head, timeOf(at, place), body, digest)
        head = { seq: sealed.event.seq, hash: sealed.event.hash }
        events.push(sealed.event)
        texts.push(sealed.text)
      }
      if (events.length === 0) return events
      const log = open(run)
      for (const [place, event] of events.entries()) {
        log.texts.push(texts[place]!)
        log.hashes.push(event.hash)
        summarise(log.summary, event)
      }
      log.head = head
      changed(run, 'events')
      return events
    },
    async read(run, after = 0, limit = Infinity) {
      const log = runs.get(run)
      if (!log) return []
      const first = Math.max(0, after)
      return log.texts.slice(first, first + limit).map((text, place) => readRecord(run, first + place + 1, text, log.hashes[first + place]!))
    },
    async exists(run) {
      return (runs.get(run)?.head.seq ?? 0) > 0
    },
    async head(run) {
      const log = runs.get(run)
      return log && log.head.seq > 0 ? { ...log.head, status: log.summary.status } : null
    },
    async list({ file, startedBy, limit = 100 } = {}) {
      const found: RunSummary[] = []
      for (const [run, log] of runs) {
        if (log.head.seq > 0 && (file === undefined || log.summary.file === file) && (startedBy === undefined || log.summary.started_by === startedBy)) found.push(summaryOf(run, log.summary))
      }
      // Of two that began in the same millisecond the one that came later stands first.
      return found.toReversed().toSorted((left, right) => (left.created_at < right.created_at ? 1 : left.created_at > right.created_at ? -1 : 0)).slice(0, limit)
    },
    async acquire(run, owner) {
      const by = holder(run)
      if (by && by.token !== owner.token) return { held: false, by }
      open(run).lease = { owner, renewed: Date.now() }
      return { held: true }
    },
    async release(run, owner) {
      const log = runs.get(run)
      if (log?.lease?.owner.token !== owner.token) return
      log.lease = null
      if (log.head.seq === 0) runs.delete(run)
    },
    async owner(run) {
      return holder(run)
    },
    async post(run, message) {
      messages += 1
      open(run).inbox.push({ ...message, id: messages })
      changed(run, 'inbox')
    },
    async inbox(run, after) {
      return runs.get(run)?.inbox.filter((message) => message.id > after) ?? []
    },
    watch: watchers.watch,
    async close() {
      watchers.close()
    },
  }
}
