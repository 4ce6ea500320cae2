import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Json, RunState } from '../../src/core/index.ts'
import type { RunHandle } from '../engine/ports.ts'
import { findHook, refuseHook } from './find-hook.ts'
import { createLanes, createRate } from './lanes.ts'
import { refusalOf, startFile, type Refusal, type StartServices } from './start-file.ts'

export type HookLimits = {
  /** Runs of hooks that are under way at once. */
  readonly lanes: number
  /** Requests that wait for one of them to end. */
  readonly queue: number
  /** Runs that may be started at once after a quiet time, and by the minute. */
  readonly burst: number
  readonly perMinute: number
}

export const HOOK_LIMITS: HookLimits = { lanes: 8, queue: 64, burst: 60, perMinute: 120 }

const DAY = 24 * 3600_000

/** Seconds after which a client that met a full queue may try again. */
const RETRY_AFTER = 10

export type HookCall = {
  readonly agent: string
  readonly trigger: Json
  /** Calls with the same key within a day are one run. */
  readonly key?: string
}

export type HookOutcome =
  | { readonly ok: true; readonly run: string; /** The run's last event when this was known. */ readonly seq: number }
  | { readonly ok: false; readonly refusal: Refusal; /** Seconds. */ readonly retryAfter?: number }

export type Hooks = {
  /** Starts a run, or finds the one that the key belongs to; resolves when it is recorded. */
  call(call: HookCall): Promise<HookOutcome>
  /** The state in which the run ended, stopped or paused; the state of the moment when the signal is aborted before. */
  wait(run: string, seq: number, signal: AbortSignal): Promise<RunState | null>
  close(): void
}

export function createHooks(services: StartServices, { now = Date.now, limits = HOOK_LIMITS }: { readonly now?: () => number; readonly limits?: HookLimits } = {}): Hooks {
  const { engine, workspace } = services
  const lanes = createLanes(limits)
  const rate = createRate({ ...limits, now })
  /** Calls with a key that are not recorded yet. */
  const opening = new Map<string, { readonly trigger: Json; readonly outcome: Promise<HookOutcome> }>()

  async function call({ agent, trigger, key }: HookCall): Promise<HookOutcome> {
    const { files } = await workspace.listing.refresh()
    const found = findHook(files, agent)
    if (!found.ok) return found
    const start = (runId?: string): Promise<HookOutcome> =>
      inLane(() => startFile(services, { file: found.file, startedBy: 'hook', inputs: { trigger }, check: (by) => refuseHook(by, found.file), ...(runId === undefined ? {} : { runId }) }))
    if (key === undefined) return start()

    const identity = JSON.stringify([agent.normalize('NFC'), key])
    const under = opening.get(identity)
    if (under) return isDeepStrictEqual(under.trigger, trigger) ? under.outcome : keyReused(undefined)
    const outcome = withKey(identity, trigger, start)
    opening.set(identity, { trigger, outcome })
    try {
      return await outcome
    } finally {
      opening.delete(identity)
    }
  }

  async function withKey(identity: string, trigger: Json, start: (runId: string) => Promise<HookOutcome>): Promise<HookOutcome> {
    const time = now()
    const today = runIdOf(identity, time)
    for (const run of [today, runIdOf(identity, time - DAY)]) {
      const state = await engine.state(run)
      if (state === null || time - Date.parse(state.created_at) >= DAY) continue
      if (!isDeepStrictEqual(state.inputs, { trigger })) return keyReused(run)
      // Its process died: who asks again wants it to go on, and nothing that was recorded is done twice.
      return state.status === 'interrupted' ? inLane(() => resume(run)) : { ok: true, run, seq: state.seq }
    }
    return start(today)
  }

  async function resume(run: string): Promise<Awaited<ReturnType<typeof startFile>>> {
    try {
      return { ok: true, handle: await engine.resume(run) }
    } catch (error) {
      const refusal = refusalOf(error, run)
      if (refusal === null) throw error
      return { ok: false, refusal }
    }
  }

  /** Begins a run when there is room for it, and keeps the room until the run has ended. */
  async function inLane(begin: () => ReturnType<typeof startFile>): Promise<HookOutcome> {
    const wait = rate.take()
    if (wait > 0) return tooMany(`Hooks may start ${limits.perMinute} runs a minute.`, Math.ceil(wait / 1000))
    const entering = lanes.enter()
    if (entering === null) return tooMany(`${limits.lanes} runs of hooks are under way and ${limits.queue} wait.`, RETRY_AFTER)
    const leave = await entering
    let handle: RunHandle | null = null
    try {
      const started = await begin()
      if (!started.ok) return started
      handle = started.handle
      return { ok: true, run: handle.run, seq: handle.first }
    } finally {
      if (handle === null) leave()
      else handle.ended.then(leave, leave)
    }
  }

  return {
    call,
    async wait(run, seq, signal) {
      const following = engine.follow(run, seq, signal)[Symbol.asyncIterator]()
      while (!(await following.next()).done);
      return engine.state(run)
    },
    close: () => lanes.close(),
  }
}

/** Made from the key and the day, so that any server of this folder finds the run again. */
function runIdOf(identity: string, time: number): string {
  const day = new Date(time).toISOString().slice(0, 10)
  return `hook-${day.replaceAll('-', '')}-${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`
}

function keyReused(run: string | undefined): HookOutcome {
  const of = run === undefined ? 'a request' : `run \`${run}\``
  return { ok: false, refusal: { code: 'idempotency-key-reused', detail: `This Idempotency-Key belongs to ${of} with another \`trigger\`. Use a new key for a new request.`, more: run === undefined ? {} : { run } } }
}

function tooMany(why: string, retryAfter: number): HookOutcome {
  return { ok: false, refusal: { code: 'too-many-requests', detail: `${why} Try again in ${retryAfter} s.` }, retryAfter }
}
