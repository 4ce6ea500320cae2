import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseDefinition, planOf, walkResult, type Json, type RunState, type WalkPlan } from '../../src/core/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { decide } from '../policy/decide.ts'
import { accept } from '../policy/effects.ts'
import { sha256 } from './digest.ts'
import { NodeFailure, type Decide } from './ports.ts'
import { engineOn, fourAtOnce, runPlan } from './testing/bench.ts'
import { dyingStore } from './testing/dying.ts'
import { scripted } from './testing/walks.ts'

function planIn(text: string): WalkPlan {
  const { dialect, definition, diagnostics } = parseDefinition(text, 'yaml')
  expect([dialect, diagnostics.filter(({ severity }) => severity === 'error')]).toEqual(['steps', []])
  return planOf(definition) as WalkPlan
}
const report = planIn(readFileSync(new URL('../../examples/report-writer/report-writer.yaml', import.meta.url), 'utf8'))
const steps = (lines: string): WalkPlan => planIn(`id: s\nname: s\nworkflow:\n  steps:\n${lines.split('\n').map((line) => `    ${line}`).join('\n')}\n`)
const visits = (state: RunState): string[] => walkResult(state).steps.map(({ visit, status }) => `${visit} ${status}`)
const inputs = { trigger: 'rain' }
const approve: Decide = () => ({ approved: true, by: 'the test' })

describe('steps', () => {
  it('run in their order, each with what the ones before put out; the last one gives the reply', async () => {
    const executor = scripted({ search: [{ hits: ['a "b"', 2] }], summarize: ['# Rain'] })
    const { state } = await runPlan(report, executor, { inputs })
    expect(executor.calls).toEqual(['search:{"query":"rain"}', 'summarize:{"search_results":{"hits":["a \\"b\\"",2]}}'])
    expect(walkResult(state)).toMatchObject({ success: true, output: '# Rain', error: null, ended: null })
  })

  it.each<[string, string, Json, string[]]>([
    ['does not hold', "{{ eq .trigger \"snow\" }}", 'A', ['a#1 completed', 'b#1 skipped']],
    ['gives nothing', "{{ .nothing }}", 'A', ['a#1 completed', 'b#1 skipped']],
    ['is 0', "{{ len .nothing }}", 'A', ['a#1 completed', 'b#1 skipped']],
    ['holds', "{{ .trigger }}", 'B', ['a#1 completed', 'b#1 completed']],
  ])('skip one whose `if` %s, and reply with what the last one that ran gave', async (_, condition, output, ended) => {
    const { state } = await runPlan(steps(`- {id: a, tool: t, output: va}\n- {id: b, tool: t, if: '${condition}'}`), scripted({ a: ['A'], b: ['B'] }), { inputs })
    expect([walkResult(state).output, visits(state)]).toEqual([output, ended])
  })

  it('fail where an `if` cannot be filled in, whatever is to happen on errors', async () => {
    const { state } = await runPlan(steps("- {id: a, tool: t, if: '{{ index .trigger 9 }}', on_error: skip}\n- {id: b, tool: t}"), scripted(), { inputs: { trigger: [1] } })
    expect(state).toMatchObject({ status: 'failed' })
    expect(visits(state)).toEqual(['a#1 failed'])
  })

  it.each<[string, readonly Json[], number, Json, string[]]>([
    ['abort', [{ fail: 'no' }], 1, null, ['a#1 completed', 'b#1 failed']],
    ['retry', [{ fail: 'no' }, 'B'], 2, 'B', ['a#1 completed', 'b#1 completed', 'c#1 skipped']],
    ['retry', [{ fail: 'no' }], 2, null, ['a#1 completed', 'b#1 failed']],
    ['skip', [{ fail: 'no' }], 1, 'A', ['a#1 completed', 'b#1 completed', 'c#1 skipped']],
  ])('do on an error what `on_error: %s` says', async (onError, answers, calls, output, ended) => {
    const executor = scripted({ a: ['A'], b: answers })
    const { state } = await runPlan(steps(`- {id: a, tool: t}\n- {id: b, tool: t, on_error: ${onError}}\n- {id: c, tool: t, if: 'false'}`), executor)
    expect(executor.calls.filter((call) => call.startsWith('b'))).toHaveLength(calls)
    expect([walkResult(state).output, visits(state)]).toEqual([output, ended])
  })

  it('go on after a crash between two of them, and do none twice', async () => {
    const store = createMemoryStore()
    const before = scripted({ search: [{ hits: 1 }] })
    // created, started, node.started, node.completed: it dies before the next one begins.
    const dying = dyingStore(store, 4)
    const first = engineOn(before, { store: dying.store })
    void first.engine.start({ plan: report, definition: { text: '' }, options: fourAtOnce, inputs, runId: 'r' }).catch(() => {})
    await dying.dead
    const after = scripted({ summarize: ['done'] })
    const second = engineOn(after, { store: { ...store, acquire: async () => ({ held: true }) } })
    const state = await (await second.engine.resume('r')).ended
    expect([before.calls, after.calls]).toEqual([['search:{"query":"rain"}'], ['summarize:{"search_results":{"hits":1}}']])
    expect(walkResult(state)).toMatchObject({ success: true, output: 'done' })
  })
})

describe('an approval of a definition', () => {
  it('counts for that definition alone, in the run and its resumes, and the record says for which', async () => {
    const plan = steps('- {id: send, tool: t}\n- {id: more, tool: t}')
    const executor = scripted({}, async ({ context, id, count }) => {
      await context.raise('mail::send', {})
      if (id === 'more' && count === 1) throw new Error('not yet')
    })
    const policyFor = (text: string) => ({ ...fourAtOnce, policy: accept(['mail::send'], sha256(text)) })
    const { engine, store } = engineOn(executor, { decide })
    const { ended } = await engine.start({ plan, definition: { text: 'this text' }, options: policyFor('this text'), runId: 'r' })
    expect((await ended).status).toBe('failed')
    expect((await (await engine.resume('r')).ended).status).toBe('completed')
    const approved = (await store.read('r')).filter(({ type }) => type === 'effect.approved')
    expect(approved).toMatchObject(Array.from({ length: 3 }, () => ({ effect: 'mail::send', by: 'approved at the prompt', definition: sha256('this text') })))
    const other = await (await engine.start({ plan, definition: { text: 'this text, edited' }, options: policyFor('this text') })).ended
    expect(other).toMatchObject({ status: 'failed', nodes: { send: { error: { kind: 'rejected' } } } })
  })
})

describe('an outcome that nobody knows', () => {
  const once = steps('- {id: send, tool: t, on_error: retry}')
  const gaveUp = (): never => {
    throw new NodeFailure({ kind: 'timeout', message: 'no answer within 5s' })
  }

  it('is not tried again, and a resume asks for a yes first', async () => {
    const executor = scripted({ send: ['sent'] }, async ({ context, count }) => {
      await context.raise('mail::send', { to: 'a' })
      if (count === 1) gaveUp()
    })
    const { state, engine, store } = await runPlan(once, executor, { decide: approve })
    expect(executor.calls).toHaveLength(1)
    expect(state).toMatchObject({ status: 'failed', nodes: { send: { error: { kind: 'unknown-outcome', message: 'no answer within 5s, and it is not known whether mail::send was done: it is not tried again' } } } })
    const head = await store.head(state.run)
    await expect(engine.resume(state.run)).rejects.toMatchObject({ name: 'OutcomeUnknown', unknown: [{ node: 'send', effects: ['mail::send'] }] })
    expect(await store.head(state.run)).toEqual(head)
    expect(await (await engine.resume(state.run, { retryUnknown: true })).ended).toMatchObject({ status: 'completed', output: 'sent' })
    expect(executor.calls).toHaveLength(2)
  })

  it.each<[string, boolean, () => void]>([
    ['what may be done twice timed out', true, gaveUp],
    ['the tool said that it failed', false, () => { throw new NodeFailure({ kind: 'tool', message: 'refused' }) }],
  ])('is none where %s', async (_, repeatable, fail) => {
    const executor = scripted({ send: ['sent'] }, async ({ context, count }) => {
      await context.raise('mail::send', { to: 'a' }, { repeatable })
      if (count === 1) fail()
    })
    const { state } = await runPlan(once, executor, { decide: approve })
    expect([state.status, executor.calls.length]).toEqual(['completed', 2])
  })

  it('is left by a crash after the effect was approved, and by none before', async () => {
    const executor = scripted({ send: ['sent'] }, ({ context }) => context.raise('mail::send', {}))
    for (const [after, refused] of [[3, false], [4, false], [5, true]] as const) {
      const store = createMemoryStore()
      const dying = dyingStore(store, after)
      const { engine } = engineOn(executor, { store: dying.store, decide: approve })
      void engine.start({ plan: once, definition: { text: '' }, options: fourAtOnce, runId: 'r' }).catch(() => {})
      await dying.dead
      const second = engineOn(executor, { store: { ...store, acquire: async () => ({ held: true }) }, decide: approve }).engine
      const outcome = await second.resume('r').then(async ({ ended }) => (await ended).status, (error: unknown) => (error as Error).name)
      expect(outcome).toBe(refused ? 'OutcomeUnknown' : 'completed')
    }
  })
})
