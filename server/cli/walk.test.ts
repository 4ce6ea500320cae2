import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { WalkResult } from '../../src/core/index.ts'
import { heddle, removeProgram } from './testing/program.ts'
import { closeScenes, scene } from './testing/scene.ts'

afterEach(closeScenes)
afterAll(removeProgram)

const loop = `name: grow
workflow:
  nodes:
    - id: grow
      tool: set
      input: '{"text":"{{ .it.text }}{{ .trigger }}","n":{{ len (print .it.text .trigger) }}}'
      output: it
    - id: seen
      tool: fail
      input: '{"message":"nobody saw {{ .it.text }}"}'
      on_error: skip
    - {id: done, tool: echo, input: 'made {{ .it.text }}'}
  edges:
    - {from: grow, to: grow, if: '{{ lt .it.n 6 }}', max_iterations: 9}
    - {from: grow, to: seen}
    - {from: seen, to: done}
    - {from: done, to: end}
`

const asked = `name: asked
workflow:
  nodes:
    - {id: draft, kind: agent, prompt: 'COLLECT {{ .trigger.topic }}', output: draft}
    - {id: check, kind: verifier, prompt: CHECK it, input: '{{ .draft }}', output: verdict}
    - {id: ship, tool: echo, input: 'shipped {{ .draft }}'}
  edges:
    - {from: draft, to: check}
    - {from: check, to: draft, if: '{{ not .verdict.pass }}'}
    - {from: check, to: ship}
`

const files = { 'grow.yaml': loop, 'asked.yaml': asked }
const parse = (out: string): WalkResult => JSON.parse(out) as WalkResult

describe('heddle run of a flow', () => {
  it('tells each visit, and prints the reply', async () => {
    const { cwd, env } = await scene(() => 'not asked', { files })
    const { code, out, err } = await heddle(['run', 'grow', '--trigger', 'ab'], { cwd, env })
    expect([code, out]).toEqual([0, 'made ababab\n'])
    const lines = err.split('\n').map((line) => line.replace(/ in [\d.]+ m?s/, ''))
    expect(lines.filter((line) => line.includes(': done') || line.includes('passed over'))).toEqual([
      'grow: done: {"text":"ab","n":2}', 'grow#2: done: {"text":"abab","n":4}', 'grow#3: done: {"text":"ababab","n":6}',
      'seen: failed, passed over: fail: nobody saw ababab', 'done: done: made ababab',
    ])
    expect(err).toContain('completed: 5 steps done')
  })

  it('gives one object with a row for each visit', async () => {
    const { cwd, env } = await scene(() => 'not asked', { files })
    const { code, out } = await heddle(['run', 'grow', '--trigger', 'ab', '--json', '--run-id', 'r'], { cwd, env })
    expect(code).toBe(0)
    const result = parse(out)
    expect(Object.keys(result)).toEqual(['name', 'success', 'run_id', 'output', 'error', 'ended', 'steps'])
    expect(result).toMatchObject({ name: 'grow', success: true, run_id: 'r', output: 'made ababab', error: null, ended: null })
    expect(result.steps.map(({ visit, status }) => `${visit} ${status}`)).toEqual(['grow#1 completed', 'grow#2 completed', 'grow#3 completed', 'seen#1 completed', 'done#1 completed'])
    expect(result.steps[0]).toMatchObject({ node: 'grow', input: { text: 'ab', n: 2 }, output: { text: 'ab', n: 2 }, error: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(result.steps[3]).toMatchObject({ output: null, error: 'fail: nobody saw ababab' })
    const shown = await heddle(['show', 'r'], { cwd })
    expect(shown.out).toMatch(/\ngrow#2: done in /)
    expect(JSON.parse((await heddle(['show', 'r', '--json'], { cwd })).out)).toMatchObject({ success: true, value: { status: 'completed', steps: result.steps } })
  })

  it.each(['node.completed:2', 'edge.taken:2', 'node.started:4', 'node.completed:4'])('goes on after a crash at %s, and comes to the same', async (point) => {
    const { cwd, env } = await scene(() => 'not asked', { files })
    const whole = parse((await heddle(['run', 'grow', '--trigger', 'ab', '--json'], { cwd, env })).out)
    expect((await heddle(['run', 'grow', '--trigger', 'ab', '--run-id', 'cut'], { cwd, env: { ...env, FAULT: `after-append:${point}` } })).signal).toBe('SIGKILL')
    const resumed = await heddle(['resume', 'cut', '--json'], { cwd, env })
    const same = ({ steps, output }: WalkResult) => ({ output, steps: steps.map(({ visit, status, input, output: given, error, hash }) => ({ visit, status, input, output: given, error, hash })) })
    expect(same(parse(resumed.out))).toEqual(same(whole))
    expect((await heddle(['verify', 'cut'], { cwd })).code).toBe(0)
  })

  it('asks models with their prompts filled in, inputs as the trigger, and acts on what they decide', async () => {
    let checks = 0
    const { cwd, env, asked: tasks } = await scene((name) => (name === 'CHECK' ? ((checks += 1) === 1 ? 'FAIL\nToo dry.' : 'PASS') : `rain ${checks}`), { files })
    const { code, out, err } = await heddle(['run', 'asked', '--input', 'topic=rain', '--json'], { cwd, env })
    expect(code).toBe(0)
    const result = parse(out)
    // The edge from the draft to its check may be taken once: the walk ends at the second draft, and says so.
    expect(result).toMatchObject({ success: true, output: 'rain 1', ended: 'edge budget used up at draft: draft -> check was taken 1 of 1 times' })
    expect(result.steps.map(({ visit }) => visit)).toEqual(['draft#1', 'check#1', 'draft#2'])
    expect(result.steps[1]).toMatchObject({ output: { pass: false, text: 'FAIL\nToo dry.' } })
    expect(tasks()).toEqual(['COLLECT', 'CHECK', 'COLLECT'])
    expect(err).toContain('It stopped before an end: edge budget used up at draft')
  })

  it('fails where a node fails, with the node named', async () => {
    const { cwd, env } = await scene(() => 'not asked', { files: { 'bad.yaml': 'name: bad\nworkflow:\n  nodes:\n    - {id: a, tool: fail, input: \'{"message":"no"}\'}\n  edges: []\n' } })
    const { code, out, err } = await heddle(['run', 'bad', '--json'], { cwd, env })
    expect(code).toBe(1)
    expect(parse(out)).toMatchObject({ success: false, error: '"a" failed: fail: no', steps: [{ visit: 'a#1', status: 'failed', error: 'fail: no', hash: null }] })
    expect(err).toContain('step a failed: fail: no')
  })
})
