import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isUnderWay, type Json, type Schedule, type Trigger } from '../../src/core/index.ts'
import type { ListedFile } from '../../src/protocol/index.ts'
import type { Clock, RunSummary } from '../engine/ports.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { agentNameOf } from './find-hook.ts'
import type { FileToStart, Refusal, Started } from './start-file.ts'
import { MANY, timesBetween, timesOf, type Times } from './times.ts'

/** A later beginning than this is no beginning at its time any more: the run is missed. Milliseconds. */
const GRACE = 60_000

/** The longest sleep: a laptop that slept, or a clock that was set, is noticed by then. Milliseconds. */
const LONGEST_SLEEP = 30_000

/** Runs of one file at once, where `overlap: allow` lets them. */
const MOST_AT_ONCE = 16

/** What somebody should know of a schedule: a run that was missed, skipped or could not be started. */
export type ScheduleNotice = { readonly file: string; readonly at: number; readonly message: string }

export type SchedulerOptions = {
  readonly workspace: Pick<Workspace, 'listing' | 'watch'>
  readonly start: (file: FileToStart) => Promise<Started>
  /** The runs of a file, newest first. */
  readonly runsOf: (filter: { readonly file: string; readonly startedBy?: 'cron'; readonly limit: number }) => Promise<readonly RunSummary[]>
  /** The schedule that the file had when a run was recorded; null when that cannot be told. */
  readonly scheduleOf: (run: string) => Promise<Schedule | null>
  /** Opening a stranger's folder must start nothing: schedules are kept where the user trusts the folder. */
  readonly trusted: () => Promise<boolean>
  readonly clock: Clock
  readonly onNotice: (notice: ScheduleNotice) => void
  /** A bug, or a store that broke: the schedules go on. */
  readonly onError: (error: unknown) => void
}

export type Scheduler = {
  /** The next time of each file that has one, and what was last said of it. */
  of(file: string): { readonly next?: number; readonly notice?: ScheduleNotice }
  /** Calls back with every notice from now on; the answer stops that. */
  subscribe(listener: (notice: ScheduleNotice) => void): () => void
  /** Resolves when the first times are known and what was missed is said. */
  readonly begun: Promise<void>
  close(): void
}

type Entry = { readonly file: string; readonly name: string; readonly schedule: Schedule; readonly times: Times; next: number | null }

/**
 * Starts the enabled files of a folder at the times of their schedules, as long as it is open. Nothing
 * that was missed is made up for: it is said instead.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { workspace, clock, onError } = options
  const stop = new AbortController()
  const notices = new Map<string, ScheduleNotice>()
  /** Files with a schedule and with problems, in the version that this was said of. */
  const broken = new Map<string, string>()
  let isTrusted = true
  let entries = new Map<string, Entry>()
  const listeners = new Set<(notice: ScheduleNotice) => void>()
  let changed = true
  let wake = (): void => {}
  let unsubscribe = (): void => {}

  function say(file: string, message: string): void {
    const notice = { file, at: clock.now(), message }
    notices.set(file, notice)
    options.onNotice(notice)
    for (const listener of listeners) listener(notice)
  }

  /** Takes in which files there are, and what their schedules are now. */
  async function look(): Promise<readonly { readonly entry: Entry; readonly modified: number }[]> {
    changed = false
    const files = await trustedOnly((await workspace.listing.refresh()).files)
    const now = clock.now()
    const seen = new Map<string, Entry>()
    const fresh: { readonly entry: Entry; readonly modified: number }[] = []
    for (const file of files) {
      const schedule = scheduled(file)
      if (schedule === null) continue
      const before = entries.get(file.path)
      const name = agentNameOf(file)
      if (before && isDeepStrictEqual(before.schedule, schedule)) {
        seen.set(file.path, { ...before, name })
        continue
      }
      const times = timesOf(schedule)
      if (times === null) continue
      const entry: Entry = { file: file.path, name, schedule, times, next: times.after(now) }
      seen.set(file.path, entry)
      fresh.push({ entry, modified: Date.parse(file.modified) })
    }
    entries = seen
    return fresh
  }

  /** No file of a folder that is not trusted: said once, when one of them has a schedule. */
  async function trustedOnly(files: readonly ListedFile[]): Promise<readonly ListedFile[]> {
    const first = files.find(({ trigger }) => trigger?.schedule !== undefined && trigger.enabled)
    const before = isTrusted
    isTrusted = first === undefined || (await options.trusted())
    if (isTrusted) return files
    if (before && first !== undefined) say(first.path, `${first.path} has a schedule, but nothing of this folder is started by itself until you trust it (heddle trust, or in the editor)`)
    return []
  }

  function scheduled({ path, trigger, problems, etag }: ListedFile): Schedule | null {
    if (trigger?.schedule === undefined || !trigger.enabled) return null
    if (problems !== null && problems.errors === 0) {
      broken.delete(path)
      return trigger.schedule
    }
    if (broken.get(path) !== etag) say(path, `${path} has a schedule and problems: it is not started until they are mended (heddle check ${path})`)
    broken.set(path, etag)
    return null
  }

  /** Says which runs would have begun since the last one while nobody served. */
  async function sayMissed({ entry, modified }: { readonly entry: Entry; readonly modified: number }): Promise<void> {
    const { file, name, schedule, times } = entry
    const [last] = await options.runsOf({ file, startedBy: 'cron', limit: 1 })
    if (last === undefined) return
    const began = Date.parse(last.created_at)
    // Of a schedule that was changed meanwhile nothing was missed before the change.
    const since = isDeepStrictEqual(await options.scheduleOf(last.run), schedule) ? began : Math.max(began, modified)
    const missed = timesBetween(times, since, clock.now())
    if (missed.length > 0) say(file, `missed ${runs(missed.length)} of ${name} since ${shownTime(since, schedule)}: Heddle was not serving this folder. They are not made up for; start one by hand if it is needed`)
  }

  async function startDue(now: number): Promise<void> {
    const due = [...entries.values()].flatMap((entry) => {
      if (entry.next === null || entry.next > now) return []
      const past = [entry.next, ...timesBetween(entry.times, entry.next, now)]
      entry.next = entry.times.after(now)
      const last = past.at(-1) ?? now
      const isLate = now - last > GRACE
      const missed = past.length - (isLate ? 0 : 1)
      if (missed > 0) say(entry.file, `missed ${runs(missed)} of ${entry.name} since ${shownTime(past[0] ?? now, entry.schedule)}: this machine slept or was busy. They are not made up for; start one by hand if it is needed`)
      return isLate ? [] : [{ entry, at: last }]
    })
    await Promise.all(due.map(({ entry, at }) => startAt(entry, at).catch(onError)))
  }

  async function startAt({ file, name, schedule }: Entry, at: number): Promise<void> {
    const going = (await options.runsOf({ file, limit: 100 })).filter(({ status }) => isUnderWay(status))
    const [last] = going
    if (last !== undefined && schedule.overlap === 'skip') {
      return say(file, `skipped the run of ${name} at ${shownTime(at, schedule)}: run ${last.run} is still going. Set overlap: allow in ${file} to let them run side by side`)
    }
    if (going.length >= MOST_AT_ONCE) return say(file, `skipped the run of ${name} at ${shownTime(at, schedule)}: ${going.length} of its runs are still going`)
    const scheduledTime = new Date(at).toISOString()
    const started = await options.start({ file, startedBy: 'cron', inputs: { trigger: scheduledTime } satisfies Json, runId: runIdOf(file, scheduledTime), check: (trigger) => refuseCron(trigger, schedule, file) })
    // Another server of this folder was quicker, or it changed at this very moment: the watch tells.
    if (started.ok || started.refusal.code === 'run-exists' || started.refusal.code === 'not-found') return
    say(file, `could not start ${name} at ${shownTime(at, schedule)}: ${started.refusal.detail}`)
  }

  async function serve(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        if (changed || !isTrusted) await look()
        await startDue(clock.now())
      } catch (error) {
        onError(error)
      }
      if (stop.signal.aborted || changed) continue
      const soonest = Math.min(...[...entries.values()].flatMap(({ next }) => (next === null ? [] : [next])))
      const over = new AbortController()
      const woken = new Promise<void>((resolve) => (wake = resolve))
      await Promise.race([woken, clock.sleep(Math.max(1, Math.min(soonest - clock.now(), LONGEST_SLEEP)), AbortSignal.any([over.signal, stop.signal])).catch(() => {})])
      over.abort()
    }
  }

  async function begin(): Promise<void> {
    try {
      const unwatch = await workspace.watch.subscribe(() => {
        changed = true
        wake()
      })
      if (stop.signal.aborted) return unwatch()
      unsubscribe = unwatch
      for (const fresh of await look()) await sayMissed(fresh)
    } catch (error) {
      onError(error)
    }
    void serve()
  }

  return {
    of(file) {
      const next = entries.get(file)?.next ?? undefined
      const notice = notices.get(file)
      return { ...(next === undefined ? {} : { next }), ...(notice === undefined ? {} : { notice }) }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begun: begin(),
    close() {
      stop.abort()
      unsubscribe()
      listeners.clear()
    },
  }
}

/** What is on disk at the moment of the start may be another version than the one that is known. */
function refuseCron(trigger: Trigger | null, schedule: Schedule, path: string): Refusal | null {
  if (trigger?.enabled === true && isDeepStrictEqual(trigger.schedule, schedule)) return null
  return { code: 'not-found', detail: `\`${path}\` has another schedule now.`, more: { path } }
}

/** One run for each time, however many servers look after the folder. */
function runIdOf(file: string, time: string): string {
  return `cron-${time.replaceAll(/[-:]|\.000/g, '')}-${createHash('sha256').update(file).digest('hex').slice(0, 12)}`
}

function runs(count: number): string {
  return count > MANY ? `more than ${MANY} runs` : count === 1 ? '1 run' : `${count} runs`
}

/** A time as the clock shows it where the schedule is at home. */
function shownTime(time: number, { timezone }: Schedule): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', ...(timezone === undefined ? {} : { timeZone: timezone }) }).format(time)
  return timezone === undefined ? parts : `${parts} ${timezone}`
}
