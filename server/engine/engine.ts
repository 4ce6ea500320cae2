import { GENESIS, asInterrupted, initialRun, isUnderWay, type Digest, type RunEvent, type RunEventBody, type RunOptions, type RunState } from '../../src/core/index.ts'
import { createAttempt, type Attempt } from './attempt.ts'
import { sha256 } from './digest.ts'
import { EngineClosed, InvalidRunId, OutcomeUnknown, RunExists, RunFinished, RunNotFound, RunOwned } from './errors.ts'
import { followRun } from './follow.ts'
import { isRunId } from './ids.ts'
import { createLiveRun, type LiveRun } from './live.ts'
import { AppendConflict, type Clock, type Decide, type Engine, type Executor, type Ids, type Owner, type RunHandle, type RunStore } from './ports.ts'
import { foldRun, readRun, type ReadRun } from './read-run.ts'
import { createRecords } from './records.ts'

export type EngineOptions = {
  readonly store: RunStore
  readonly clock: Clock
  readonly ids: Ids
  readonly executor: Executor
  /** Decides effects by the rules of a run. Default: none is approved. */
  readonly decide?: Decide
  /** This engine, as it signs leases: see `createOwner` of the stores. */
  readonly owner: Owner
  /** SHA-256 by default; the same as that of the store. */
  readonly digest?: Digest
  /** Milliseconds that work is given to end after a cancel. Default 500. */
  readonly grace?: number
  /** Called with each event once it is durable, before it is acted upon. An error that it throws ends the attempt as a crash would. */
  readonly onAppended?: (event: RunEvent) => void
}

/** How often leases are renewed; an owner on another host is given up after several times that. Milliseconds. */
const RENEWAL = 15_000

const OWNER_DIED: RunEventBody = { type: 'run.interrupted', reason: 'the process that worked on it ended without finishing it' }

const approveNothing: Decide = () => ({ approved: false, reason: 'no rule approves it' })

type Working = { readonly attempt: Attempt; readonly live: LiveRun; readonly ended: Promise<RunState> }

export function createEngine(given: EngineOptions): Engine {
  const { store, clock, ids, executor, owner, digest = sha256, grace = 500, decide = approveNothing, onAppended = () => {} } = given
  const working = new Map<string, Working>()
  /** Runs that are being started or resumed: not yet in `working`. */
  const opening = new Set<string>()
  const closing = new AbortController()
  let renewal: ReturnType<typeof setInterval> | undefined

  /** The timer also keeps the process alive: a run under way is a reason to. */
  function renewWhileWorking(): void {
    renewal ??= setInterval(() => {
      for (const run of working.keys()) store.acquire(run, owner).catch(() => {})
    }, RENEWAL)
  }

  /** Takes the lease for as long as `use` runs; when it rejects the lease is given back. */
  async function leasing<T>(run: string, use: () => Promise<T>): Promise<T> {
    if (closing.signal.aborted) throw new EngineClosed()
    if (working.has(run) || opening.has(run)) throw new RunOwned(run, owner)
    opening.add(run)
    try {
      const lease = await store.acquire(run, owner)
      if (!lease.held) throw new RunOwned(run, lease.by)
      try {
        return await use()
      } catch (cause) {
        await store.release(run, owner).catch(() => {})
        throw cause
      }
    } finally {
      opening.delete(run)
    }
  }

  /** Starts an attempt: its first events are durable when this resolves, and the plan is under way. */
  async function begin(run: string, read: ReadRun, first: readonly RunEventBody[], inboxAfter: number): Promise<RunHandle> {
    const plan = read.state.plan ?? (first[0]?.type === 'run.created' ? first[0].plan : null)
    const options = read.state.options ?? (first[0]?.type === 'run.created' ? first[0].options : null)
    const inputs = first[0]?.type === 'run.created' ? first[0].inputs : read.state.inputs
    const definition = first[0]?.type === 'run.created' ? first[0].definition.hash : read.state.definitionHash
    if (!plan || !options) throw new Error(`run ${run} has no plan: its first event is missing`)
    // It may have been closed while the store was asked.
    if (closing.signal.aborted) throw new EngineClosed()
    const live = createLiveRun(run, read.state)
    const attempt = createAttempt({
      run,
      plan,
      options,
      definition,
      inputs,
      seq: read.state.seq,
      store,
      clock,
      digest,
      executor,
      decide,
      records: read.records,
      live,
      grace,
      onAppended,
      onLate: (message, node) => void appendLate(run, message, node),
    })
    const begun = attempt.log.append(...first)
    // Work begins in the same turn, so that the first nodes share the commit.
    const created = read.state.created_at === '' ? begun.at : Date.parse(read.state.created_at)
    const ended = workToEnd(run, attempt, created, live)
    ended.catch(() => {})
    working.set(run, { attempt, live, ended })
    renewWhileWorking()
    watchInbox(run, attempt, inboxAfter, live)
    await begun.recorded
    return { run, first: read.state.seq + 1, ended }
  }

  async function workToEnd(run: string, attempt: Attempt, created: number, live: LiveRun): Promise<RunState> {
    try {
      return await attempt.work(created)
    } finally {
      await close(run, live)
    }
  }

  const unwatch = new Map<LiveRun, () => void>()

  async function close(run: string, live: LiveRun): Promise<void> {
    unwatch.get(live)?.()
    unwatch.delete(live)
    await store.release(run, owner).catch(() => {})
    working.delete(run)
    if (working.size === 0) {
      clearInterval(renewal)
      renewal = undefined
    }
    live.wake()
  }

  function watchInbox(run: string, attempt: Attempt, after: number, live: LiveRun): void {
    let seen = after
    let reading = false
    let again = false
    const look = async (): Promise<void> => {
      again = true
      if (reading) return
      reading = true
      try {
        while (again) {
          again = false
          for (const message of await store.inbox(run, seen)) {
            seen = message.id
            await attempt.cancel(message.by)
          }
        }
      } catch {
        // The store fails: the attempt hears of that at its next append.
      } finally {
        reading = false
      }
    }
    unwatch.set(live, store.watch(run, (_, change) => {
      if (change !== 'events') void look()
    }))
    void look()
  }

  /** Says in the log of a run that has ended that something answered after all. Gives way to whoever works on it. */
  async function appendLate(run: string, message: string, node: string): Promise<void> {
    if (closing.signal.aborted) return
    try {
      await leasing(run, async () => {
        const head = await store.head(run)
        if (head && !isUnderWay(head.status)) await store.append(run, head.seq, [{ type: 'log', message, node }], clock.now())
        await store.release(run, owner)
      })
    } catch {
      // It was only a remark.
    }
  }

  /** Appends to a run that nobody works on, under its lease. False when somebody does. */
  async function appendAside(run: string, bodies: (head: { readonly seq: number; readonly dead: boolean }) => readonly RunEventBody[]): Promise<boolean> {
    try {
      await leasing(run, async () => {
        const head = await store.head(run)
        if (head) {
          const events = bodies({ seq: head.seq, dead: isUnderWay(head.status) })
          if (events.length > 0) await store.append(run, head.seq, events, clock.now())
        }
        await store.release(run, owner)
      })
      return true
    } catch (cause) {
      if (cause instanceof RunOwned || cause instanceof AppendConflict) return false
      throw cause
    }
  }

  async function settleDead(run: string): Promise<void> {
    const head = await store.head(run)
    if (!head || !isUnderWay(head.status) || closing.signal.aborted || (await store.owner(run)) !== null) return
    await appendAside(run, ({ dead }) => (dead ? [OWNER_DIED] : []))
  }

  const engine: Engine = {
    async start(request) {
      const chosen = request.runId
      if (chosen !== undefined && !isRunId(chosen)) throw new InvalidRunId(chosen)
      let run = chosen ?? ids.run()
      // An id of our own that is taken, by a clock that was set back for instance, is simply changed.
      while (chosen === undefined && (await store.exists(run))) run = ids.run()
      const file = request.file
      try {
        return await leasing(run, async () => {
          if (await store.exists(run)) throw new RunExists(run)
          return begin(
            run,
            { state: initialRun(run), records: createRecords() },
            [
              {
                type: 'run.created',
                workflow: request.plan.name,
                ...(file === undefined ? {} : { file }),
                definition: { text: request.definition.text, hash: digest(request.definition.text) },
                plan: request.plan,
                inputs: request.inputs ?? null,
                options: normalOptions(request.options),
                ...(request.startedBy === undefined ? {} : { started_by: request.startedBy }),
              },
              { type: 'run.started' },
            ],
            0,
          )
        })
      } catch (cause) {
        if (cause instanceof RunOwned || (cause instanceof AppendConflict && cause.expected === GENESIS.seq)) throw new RunExists(run)
        throw cause
      }
    },

    async resume(run, { retryUnknown = false } = {}) {
      const head = await store.head(run)
      if (!head) throw new RunNotFound(run)
      if (head.status === 'completed') throw new RunFinished(run)
      // Wishes to cancel that were meant for an earlier attempt do not meet this one.
      const inboxAfter = (await store.inbox(run, 0)).at(-1)?.id ?? 0
      return leasing(run, async () => {
        const read = await readRun(store, run, digest)
        if (read.state.status === 'completed') throw new RunFinished(run)
        const unknown = retryUnknown ? [] : read.records.unknown()
        if (unknown.length > 0) throw new OutcomeUnknown(run, unknown)
        const first: RunEventBody[] = []
        if (isUnderWay(read.state.status)) first.push(OWNER_DIED)
        first.push({ type: 'run.resumed', restored: read.records.completedCount })
        return begin(run, read, first, inboxAfter)
      })
    },

    async cancel(run, by) {
      const here = working.get(run)
      if (here) return here.attempt.cancel(by)
      const head = await store.head(run)
      if (!head) throw new RunNotFound(run)
      if (!isUnderWay(head.status) && head.status !== 'paused' && head.status !== 'interrupted') return false
      if ((await store.owner(run)) === null) {
        const done = await appendAside(run, ({ dead }) => [...(dead ? [OWNER_DIED] : []), { type: 'run.cancelling', by }, { type: 'run.cancelled' }])
        if (done) return true
      }
      await store.post(run, { type: 'cancel', by })
      return true
    },

    async state(run) {
      const here = working.get(run)
      if (here) return here.live.state()
      const state = await foldRun(store, run)
      if (!state || !isUnderWay(state.status) || opening.has(run)) return state
      return (await store.owner(run)) === null ? asInterrupted(state) : state
    },

    async list(filter) {
      const summaries = await store.list(filter)
      return Promise.all(
        summaries.map(async (summary) => {
          if (!isUnderWay(summary.status) || working.has(summary.run) || opening.has(summary.run)) return summary
          return (await store.owner(summary.run)) === null ? { ...summary, status: 'interrupted' as const } : summary
        }),
      )
    },

    follow: (run, after, signal) =>
      followRun({ store, clock, live: (id) => working.get(id)?.live, settleDead, closed: closing.signal }, run, after, signal),

    async close() {
      closing.abort()
      const all = [...working.values()]
      for (const { attempt } of all) attempt.interrupt('the process that worked on it was stopped')
      await Promise.allSettled(all.map(({ ended }) => ended))
    },
  }
  return engine
}

/** What the log keeps: a number of lanes that means something. */
function normalOptions({ maxParallel, schedule, model, policy }: RunOptions): RunOptions {
  const lanes = Number.isFinite(maxParallel) ? Math.floor(maxParallel) : 0
  return { maxParallel: lanes > 0 ? lanes : 4, schedule, ...(model === undefined ? {} : { model }), ...(policy === undefined ? {} : { policy }) }
}
