import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunEvent, RunEventBody } from '../../src/core/index.ts'
import { createSqliteStore } from '../store/sqlite.ts'
import { start } from '../store/testing/child.ts'
import { sha256 } from './digest.ts'
import type { RunStore } from './ports.ts'
import { checkRun } from './read-run.ts'
import { acting } from './testing/plans.ts'
import { engineOn } from './testing/bench.ts'

const worker = join(import.meta.dirname, 'testing/worker.ts')

function place(): { readonly file: string; readonly counts: string; readonly store: RunStore; executed(): readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-kill-'))
  const [file, counts] = [join(folder, 'runs.db'), join(folder, 'counts')]
  const store = createSqliteStore({ file })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { file, counts, store, executed: () => (existsSync(counts) ? readFileSync(counts, 'utf8').trim().split('\n') : []) }
}

/** What the log says was done: nodes that completed, and parts that were recorded. */
const recorded = (events: readonly RunEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap((event) => (event.type === 'node.completed' ? [event.node] : event.type === 'model.called' ? [event.key.replace('#1/', '/')] : [])))

const times = (list: readonly string[], what: string): number => list.filter((one) => one === what).length

describe('a process that is killed', () => {
  const points: readonly (readonly [RunEventBody['type'], number])[] = [
    ['run.created', 1],
    ['run.started', 1],
    ['node.scheduled', 1],
    ['node.started', 1],
    ['node.started', 3],
    ['model.called', 1],
    ['model.called', 4],
    ['node.retrying', 1],
    ['node.completed', 1],
    ['node.completed', 2],
    ['node.failed', 1],
    ['node.failed', 2],
    ['node.completed', 3],
    ['run.failed', 1],
  ]
  it.each(points)('right after %s (%i) goes on in another one, which repeats nothing that was recorded', async (type, count) => {
    const { file, counts, store, executed } = place()
    const first = await start(worker, ['start', file, counts], { FAULT: `after-append:${type}:${count}` })
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL' })
    const before = await store.read('r')
    expect(before.filter((event) => event.type === type).length).toBeGreaterThanOrEqual(count)
    const status = before.at(-1)?.type === 'run.failed' ? 'failed' : 'interrupted'
    expect((await engineOn(acting(), { store }).engine.list()).map((run) => run.status)).toEqual([status])

    const done = recorded(before)
    const already = executed()
    const second = await start(worker, ['resume', file, counts])
    expect(await second.line('ended')).toBe('ended failed')
    const after = executed().slice(already.length)
    for (const what of done) expect(times(after, what)).toBe(0)
    // One node at a time: what was executed but not recorded is at most the last part of it.
    for (const what of ['a', 'b', 'c', 'a/turn-1', 'b/turn-2', 'c/turn-1', 'fails/turn-1']) expect(times(executed(), what)).toBe(1)
    const events = await store.read('r')
    expect(recorded(events)).toEqual(new Set(['a', 'b', 'c', ...['a', 'b', 'c', 'fails'].flatMap((id) => [`${id}/turn-1`, `${id}/turn-2`])]))
    expect(events.slice(0, before.length)).toEqual(before)
    expect(await checkRun(store, 'r', sha256)).toMatchObject({ ok: true })
  })

  it('again and again at any time ends as it would have, and repeats nothing that was recorded', async () => {
    const { file, counts, store, executed } = place()
    for (let round = 0; round < 8; round += 1) {
      const before = recorded(await store.read('r'))
      const already = executed().length
      const child = await start(worker, [round === 0 ? 'start' : 'resume', file, counts, 'wide'])
      // It may come to its end before it can be killed.
      await Promise.race([child.line('begun'), child.ended]).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 3 + 7 * round))
      child.kill('SIGKILL')
      await child.ended
      expect(await checkRun(store, 'r', sha256)).toMatchObject({ ok: true })
      for (const what of executed().slice(already)) expect(before.has(what)).toBe(false)
      if (child.lines.includes('ended completed')) break
    }
    const before = recorded(await store.read('r'))
    const already = executed().length
    if ((await store.head('r'))?.status !== 'completed') {
      const last = await start(worker, ['resume', file, counts, 'wide'])
      await last.line('ended completed')
    }
    for (const what of executed().slice(already)) expect(before.has(what)).toBe(false)
    const completions = (await store.read('r')).flatMap((event) => (event.type === 'node.completed' ? [event.node] : []))
    expect(completions.toSorted()).toEqual(Array.from({ length: 40 }, (_, n) => `n${n}`).toSorted())
  })

  it('again and again in the middle of a walk repeats no visit, item or part that was recorded', async () => {
    const { file, counts, store, executed } = place()
    const done = async (): Promise<ReadonlySet<string>> =>
      new Set((await store.read('r')).flatMap((event) => (event.type === 'node.completed' ? [`${event.node}#${event.visit}`] : event.type === 'tool.called' || event.type === 'step.recorded' ? [event.key] : [])))
    for (let round = 0; ; round += 1) {
      const before = await done()
      const already = executed().length
      const child = await start(worker, [round === 0 ? 'start' : 'resume', file, counts, 'walk'])
      // The last ones are left to come to their end.
      if (round < 6) {
        await Promise.race([child.line('begun'), child.ended]).catch(() => {})
        await new Promise((resolve) => setTimeout(resolve, 2 + 4 * round))
        child.kill('SIGKILL')
      }
      await child.ended
      expect(await checkRun(store, 'r', sha256)).toMatchObject({ ok: true })
      for (const what of executed().slice(already)) expect(before.has(what)).toBe(false)
      if ((await store.head('r'))?.status === 'completed' || round > 8) break
    }
    const state = (await engineOn(acting(), { store }).engine.state('r'))!
    expect(state.visits.map(({ node, state: visit }) => `${node}#${visit.visit} ${visit.status}`)).toEqual([1, 2, 3, 4].flatMap((visit) => [`twice#${visit} completed`, `each#${visit} completed`]))
    expect(state).toMatchObject({ status: 'completed', taken: [4, 4, 3], output: [0, 1, 2, 3, 4, 5, 6, 7].map((item) => `each#4[${item}]`) })
  })

  it('is seen as interrupted at once, by whoever looks and by whoever follows', async () => {
    const { file, counts, store } = place()
    const child = await start(worker, ['start', file, counts, 'holds'])
    await child.line('begun')
    const { engine } = engineOn(acting(), { store })
    const items: string[] = []
    const following = (async () => {
      for await (const item of engine.follow('r', 0, new AbortController().signal)) items.push(item.type)
    })()
    await expect.poll(() => items, { timeout: 5_000 }).toContain('model.called')
    expect(await engine.state('r')).toMatchObject({ status: 'running' })
    await expect(engine.resume('r')).rejects.toMatchObject({ name: 'RunOwned' })
    child.kill('SIGKILL')
    await child.ended
    expect(await engine.state('r')).toMatchObject({ status: 'interrupted', nodes: { holds: { status: 'interrupted' } } })
    await following
    expect(items.at(-1)).toBe('run.interrupted')
  })

  it('may be told to cancel by another one', async () => {
    const { file, counts, store } = place()
    const child = await start(worker, ['start', file, counts, 'holds'])
    await child.line('begun')
    const { engine } = engineOn(acting(), { store })
    expect(await engine.cancel('r', 'the command line')).toBe(true)
    expect(await child.line('ended')).toBe('ended cancelled')
    expect(await child.ended).toMatchObject({ code: 0 })
    expect((await store.read('r')).find((event) => event.type === 'run.cancelling')).toMatchObject({ by: 'the command line' })
    expect(await engine.cancel('r', 'again')).toBe(false)
  })
})
