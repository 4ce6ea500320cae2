import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../engine/clock.ts'
import type { Executor } from '../engine/ports.ts'
import { catalogueWith, type Running, startServer } from '../routes/testing/harness.ts'
import { recordedSchedule } from './recorded-schedule.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { startFile } from './start-file.ts'
import { type FakeClock, fakeClock } from './testing/fake-clock.ts'
import { timesOf } from './times.ts'

const report = (header: string): string => `id: report
name: Report
trigger: cron
${header}
workflow:
  nodes:
    - {id: write, tool: write, input: '{{.trigger}}'}
`
const SEVEN = report('schedule: "0 7 * * *"\ntimezone: UTC')

const catalogue = catalogueWith('write')

let server: Running
let clock: FakeClock
let said: string[]
let calls: string[]
let release: () => void

const executor: Executor = {
  render: (_, __, texts) => texts?.input ?? '',
  async execute(context, _, input) {
    calls.push(typeof input === 'string' ? input : JSON.stringify(input))
    if (held) await Promise.race([new Promise<void>((resolve) => (release = resolve)), new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(new Error('stopped'))))])
    return { output: 'done' }
  },
}
let held = false
let trusted = true

beforeEach(() => {
  said = []
  calls = []
  held = false
  trusted = true
  release = () => {}
})
afterEach(() => server.close())

/** Serves a folder from a time on. */
async function begin(time: string, files: { readonly [path: string]: string }): Promise<Scheduler> {
  clock = fakeClock(time)
  server = await startServer({ files, executor, catalogue, engineOptions: { clock: { ...systemClock, now: () => clock.now() } } })
  return open()
}

async function open(): Promise<Scheduler> {
  const { workspace, engine, store } = server
  const scheduler = createScheduler({
    workspace,
    start: (file) => startFile({ workspace, engine, catalogue }, file),
    runsOf: (filter) => engine.list(filter),
    scheduleOf: (run) => recordedSchedule(store, run),
    trusted: async () => trusted,
    clock,
    onNotice: ({ message }) => said.push(message),
    onError: (error) => server.errors.push(error),
  })
  onTestFinished(() => scheduler.close())
  await scheduler.begun
  await clock.asleep()
  return scheduler
}

const ended = async (number: number) => {
  await vi.waitFor(async () => expect((await server.store.list()).filter(({ status }) => status === 'completed')).toHaveLength(number), { timeout: 5_000, interval: 10 })
}

describe('a schedule', () => {
  it('starts its file at its times, with the time as trigger', async () => {
    const scheduler = await begin('2026-11-30T06:59:00Z', { 'report.yaml': SEVEN })
    expect(new Date(scheduler.of('report.yaml').next ?? 0).toISOString()).toBe('2026-11-30T07:00:00.000Z')
    await clock.passTo('2026-11-30T06:59:59.999Z')
    expect(calls).toEqual([])
    await clock.passTo('2026-11-30T07:00:00Z')
    await ended(1)
    await clock.passTo('2026-12-01T07:10:00Z')
    await ended(2)
    expect(calls).toEqual(['2026-11-30T07:00:00.000Z', '2026-12-01T07:00:00.000Z'])
    expect(await server.store.list()).toMatchObject([{ started_by: 'cron', file: 'report.yaml' }, { started_by: 'cron' }])
    expect([said, server.errors]).toEqual([[], []])
  })

  it('follows files that are added, changed, switched off and removed', async () => {
    const scheduler = await begin('2026-11-30T00:00:00Z', {})
    const nextIs = (time: string | undefined, path = 'report.yaml') => vi.waitFor(() => expect(scheduler.of(path).next).toBe(time === undefined ? undefined : Date.parse(time)), { timeout: 5_000, interval: 10 })
    await server.put('report.yaml', SEVEN)
    await nextIs('2026-11-30T07:00:00Z')
    await server.put('report.yaml', SEVEN.replace('0 7', '30 8'))
    await nextIs('2026-11-30T08:30:00Z')
    await server.put('report.yaml', SEVEN.replace('timezone: UTC', 'timezone: Asia/Tokyo'))
    await nextIs('2026-11-30T22:00:00Z')
    await server.put('report.yaml', `${SEVEN}enabled: false\n`)
    await nextIs(undefined)
    await server.put('sub/other.yaml', SEVEN)
    await nextIs('2026-11-30T07:00:00Z', 'sub/other.yaml')
    await rm(join(server.folder, 'sub/other.yaml'))
    await nextIs(undefined, 'sub/other.yaml')
    await clock.passTo('2026-11-30T23:00:00Z')
    expect([calls, server.errors]).toEqual([[], []])
  })

  it('is not kept while its file has problems, which is said once', async () => {
    const scheduler = await begin('2026-11-30T06:00:00Z', { 'report.yaml': SEVEN.replace('{{.trigger}}', '{{.trigger') })
    expect(said).toEqual([expect.stringContaining('report.yaml has a schedule and problems')])
    await server.put('report.yaml', SEVEN)
    await vi.waitFor(() => expect(scheduler.of('report.yaml').next).toBeDefined(), { timeout: 5_000 })
    expect(said).toHaveLength(1)
  })

  it('is kept only where the folder is trusted, from then on', async () => {
    trusted = false
    const scheduler = await begin('2026-11-30T06:00:00Z', { 'report.yaml': SEVEN })
    await clock.passTo('2026-11-30T07:30:00Z')
    expect([scheduler.of('report.yaml').next, calls]).toEqual([undefined, []])
    expect(said).toEqual([expect.stringContaining('until you trust it')])
    trusted = true
    await clock.passTo('2026-11-30T07:31:00Z')
    expect(scheduler.of('report.yaml').next).toBe(Date.parse('2026-12-01T07:00:00Z'))
    expect([calls, said.length]).toEqual([[], 1])
  })

  it('passes a time over while the last run is still going, and says so', async () => {
    await begin('2026-11-30T06:59:00Z', { 'report.yaml': report('schedule: "* * * * *"\ntimezone: UTC') })
    held = true
    await clock.passTo('2026-11-30T07:00:00Z')
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await clock.passTo('2026-11-30T07:02:00Z')
    const [{ run } = { run: '' }] = await server.store.list()
    expect(said).toEqual([1, 2].map((minute) => `skipped the run of report at 2026-11-30 07:0${minute} UTC: run ${run} is still going. Set overlap: allow in report.yaml to let them run side by side`))
    held = false
    release()
    await ended(1)
    await clock.passTo('2026-11-30T07:03:00Z')
    await ended(2)
    expect(calls).toEqual(['2026-11-30T07:00:00.000Z', '2026-11-30T07:03:00.000Z'])
  })

  it('waits for a run that somebody started by hand, too', async () => {
    await begin('2026-11-30T06:59:00Z', { 'report.yaml': SEVEN })
    held = true
    const { workspace, engine } = server
    await startFile({ workspace, engine, catalogue }, { file: 'report.yaml', startedBy: 'editor' })
    await clock.passTo('2026-11-30T07:00:00Z')
    expect(said).toEqual([expect.stringContaining('is still going')])
  })

  it('lets runs overlap where the file says so, up to a bound', async () => {
    await begin('2026-11-30T06:59:00Z', { 'report.yaml': report('schedule: "* * * * *"\ntimezone: UTC\noverlap: allow') })
    held = true
    await clock.passTo('2026-11-30T07:16:00Z')
    await vi.waitFor(() => expect(calls).toHaveLength(16))
    expect(said).toEqual(['skipped the run of report at 2026-11-30 07:16 UTC: 16 of its runs are still going'])
  })

  it('starts one run for a time, however many look after the folder', async () => {
    await begin('2026-11-30T06:59:00Z', { 'report.yaml': SEVEN.replace('timezone: UTC', 'timezone: UTC\noverlap: allow') })
    const first = clock
    clock = fakeClock('2026-11-30T06:59:00Z')
    await open()
    await Promise.all([first.passTo('2026-11-30T07:00:00Z'), clock.passTo('2026-11-30T07:00:00Z')])
    await ended(1)
    expect([calls, said, server.errors]).toEqual([['2026-11-30T07:00:00.000Z'], [], []])
  })
})

describe('runs that were missed', () => {
  it('while the machine slept are said, and not made up for', async () => {
    const scheduler = await begin('2026-11-30T06:59:00Z', { 'report.yaml': SEVEN })
    await clock.moveTo('2026-12-02T12:00:00Z')
    expect(said).toEqual(['missed 3 runs of report since 2026-11-30 07:00 UTC: this machine slept or was busy. They are not made up for; start one by hand if it is needed'])
    expect(scheduler.of('report.yaml')).toMatchObject({ next: Date.parse('2026-12-03T07:00:00Z'), notice: { file: 'report.yaml', message: said[0] } })
    await clock.passTo('2026-12-03T07:00:00Z')
    await ended(1)
    expect(calls).toEqual(['2026-12-03T07:00:00.000Z'])
  })

  it('by less than a minute begin late', async () => {
    await begin('2026-11-30T06:59:00Z', { 'report.yaml': SEVEN })
    await clock.moveTo('2026-11-30T07:00:40Z')
    await ended(1)
    expect([calls, said]).toEqual([['2026-11-30T07:00:00.000Z'], []])
  })

  it('while nobody served are said at the start, counted from the last run', async () => {
    const first = await begin('2026-11-30T06:59:00Z', { 'report.yaml': SEVEN, 'new.yaml': SEVEN.replace('id: report', 'id: new') })
    await rm(join(server.folder, 'new.yaml'))
    await vi.waitFor(() => expect(first.of('new.yaml').next).toBeUndefined(), { timeout: 5_000 })
    await clock.passTo('2026-11-30T07:00:00Z')
    await ended(1)
    first.close()
    await server.put('new.yaml', SEVEN.replace('id: report', 'id: new'))
    clock = fakeClock('2026-12-03T09:00:00Z')
    await open()
    expect(said).toEqual(['missed 3 runs of report since 2026-11-30 07:00 UTC: Heddle was not serving this folder. They are not made up for; start one by hand if it is needed'])
    expect(calls).toHaveLength(1)
  })

  it('are not counted by a schedule that was made meanwhile', async () => {
    const first = await begin('2026-11-30T06:59:00Z', { 'report.yaml': SEVEN })
    await clock.passTo('2026-11-30T07:00:00Z')
    await ended(1)
    first.close()
    await server.put('report.yaml', SEVEN.replace('0 7', '*/5 *'))
    const { mtime } = await stat(join(server.folder, 'report.yaml'))
    clock = fakeClock(new Date(mtime.getTime() + 1).toISOString())
    await open()
    expect(said).toEqual([])
  })
})

describe('the times of a schedule', () => {
  const between = (cron: string, timezone: string, from: string, number: number): readonly string[] => {
    const times = timesOf({ cron, timezone, overlap: 'skip' })
    const found: string[] = []
    for (let at = times?.after(Date.parse(from)) ?? null; at !== null && found.length < number; at = times?.after(at) ?? null) found.push(new Date(at).toISOString().slice(0, 16))
    return found
  }

  it('keep to the clock of their zone through the change to summer and back', () => {
    expect(between('0 7 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3)).toEqual(['2026-03-28T06:00', '2026-03-29T05:00', '2026-03-30T05:00'])
    expect(between('0 7 * * *', 'America/New_York', '2026-10-31T00:00:00Z', 2)).toEqual(['2026-10-31T11:00', '2026-11-01T12:00'])
  })

  it('come later where the clock leaves them out, and once where it shows them twice', () => {
    expect(between('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:30', '2026-03-30T00:30'])
    expect(between('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  })

  it('can be told for every schedule that is none of the problems of a file', () => {
    const number = (from: number, to: number) => fc.integer({ min: from, max: to })
    const field = (from: number, to: number, names: readonly string[] = []) =>
      fc.oneof(
        fc.constantFrom('*', '?', ...names),
        number(from, to).map(String),
        fc.tuple(number(from, to), number(from, to)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
        fc.tuple(fc.constantFrom('*', String(from)), number(1, Math.min(to, 7))).map(([span, step]) => `${span}/${step}`),
        fc.array(number(from, to), { minLength: 2, maxLength: 4 }).map((list) => list.join(',')),
      )
    const cron = fc.tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12, ['jan', 'DEC']), field(0, 7, ['sun', 'Fri'])).map((fields) => fields.join(' '))
    fc.assert(
      fc.property(cron, (text) => {
        expect([text, timesOf({ cron: text, timezone: 'UTC', overlap: 'skip' })?.after(Date.parse('2026-11-30T00:00:00Z'))]).toEqual([text, expect.any(Number)])
      }),
      { numRuns: 100 },
    )
  })
})
