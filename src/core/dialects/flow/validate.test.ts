import { describe, expect, it } from 'vitest'
import { marks, mended, problems } from './testing/open.ts'

const flow = (nodes: string, edges = '', head = ''): string => `name: f\nworkflow:\n${head}  nodes:\n${nodes}${edges === '' ? '' : `  edges:\n${edges}`}`
const of = (text: string): string[] => problems(text).map(({ code, severity }) => `${severity}: ${code}`)

const LOOP = `name: f
workflow:
  entry: refine
  nodes:
    - {id: refine, tool: improve, output: draft}
    - {id: judge, tool: rate, output: v}
    - {id: ship, tool: send, input: '{{.draft}}'}
  edges:
    - {from: refine, to: judge}
    - {from: judge, to: refine, if: '{{not .v.ok}}', max_iterations: 5}
    - {from: judge, to: ship}
`

describe('the rules of a flow', () => {
  it('refuse what cannot run, each at its place', () => {
    const text = flow(
      '    - id: a\n      kind: tool\n    - id: b\n      kind: agent\n    - id: c\n      kind: verifer\n      tool: t\n    - id: end\n      tool: t\n    - tool: t\n    - id: a\n      tool: t\n      on_error: explode\n    - id: g\n      for_each: "{{.trigger}}"\n',
      '    - from: zz\n      to: a\n    - from: a\n      to: bb\n    - to: a\n    - from: end\n      to: a\n', '  entry: nowhere\n  output: none\n')
    expect(marks(text).filter((mark) => !mark.includes('edge/after'))).toEqual([
      '3:10 flow/unknown-entry entry: nowhere',
      '4:11 flow/unknown-output output: none',
      '7:7 node/missing-tool a.tool: kind',
      '9:7 node/missing-agent b.agent: kind',
      '11:13 node/unknown-kind c.kind: verifer',
      '13:11 node/reserved-id end.id: end',
      '15:7 node/missing-id id: tool',
      '16:11 node/duplicate-id a.id: a',
      '18:17 node/unknown-on-error a.on_error: explode',
      '20:17 for-each/on-branch g.for_each: "{{.trigger}}"',
      '22:13 edge/unknown-from zz.from: zz',
      '25:11 edge/unknown-to a.to: bb',
      '26:11 edge/unknown-from from: a',
    ].sort((left, right) => Number.parseInt(left, 10) - Number.parseInt(right, 10)))
  })

  it('take an agent with a prompt for a model request, and a node without both for a branch', () => {
    expect(of(flow('    - id: a\n      kind: agent\n      prompt: Say {{.trigger}}\n    - id: b\n', '    - from: a\n      to: b\n'))).toEqual([])
    expect(of(flow('    - id: a\n      prompt: p\n'))).toEqual(['warning: node/prompt-without-kind'])
    expect(mended(flow('    - id: a\n      prompt: p\n'), 'Set kind to agent')).toBe(flow('    - id: a\n      prompt: p\n      kind: agent\n'))
  })

  it('say the same of a flow at the root of its file', () => {
    expect(of('name: f\nnodes:\n  - id: a\n    kind: tool\nedges:\n  - from: a\n    to: b\n')).toEqual(['error: node/missing-tool', 'error: edge/unknown-to'])
    expect(problems('name: f\nnodes:\n  - id: a\nedges:\n  - {from: a, to: b}\n').map(({ path }) => path)).toEqual([['edges', 0, 'to']])
    expect(problems('name: f\nworkflow:\n  nodes:\n  - id: a\n  edges:\n  - {from: a, to: b}\n').map(({ path }) => path)).toEqual([['workflow', 'edges', 0, 'to']])
  })

  it('warn of a loop whose way there may be taken once, and offer the budget', () => {
    const [warning] = problems(LOOP)
    expect(problems(LOOP)).toHaveLength(1)
    expect(warning).toMatchObject({ code: 'edge/loop-budget', severity: 'warning', node: 'refine', path: ['workflow', 'edges', 0] })
    expect(warning!.message).toContain('though it may go round 5 more times')
    const after = mended(LOOP, 'Set max_iterations to 6')
    expect(after).toBe(LOOP.replace('{from: refine, to: judge}', '{from: refine, to: judge, max_iterations: 6}'))
    expect(problems(after)).toEqual([])
    expect(problems(LOOP.replace('to: judge}', 'to: judge, max_iterations: 0}')).map(({ code }) => code)).toEqual(['edge/loop-budget'])
  })

  it('do not warn of a loop onto itself, nor where another way has room', () => {
    expect(of(flow('    - {id: a, tool: t, output: x}\n', "    - {from: a, to: a, if: '{{.x}}', max_iterations: 9}\n"))).toEqual([])
    expect(of(flow('    - {id: a, tool: t}\n    - {id: b, tool: t, output: x}\n', "    - {from: a, to: b, if: '{{.trigger}}'}\n    - {from: a, to: b, max_iterations: 4}\n    - {from: b, to: a, max_iterations: 4}\n"))).toEqual([])
  })

  it('warn of an edge behind one that always holds, and of a node that nothing reaches', () => {
    const text = flow('    - id: a\n    - id: b\n    - id: c\n', '    - from: a\n      to: b\n    - from: a\n      to: b\n      if: "{{.trigger}}"\n')
    expect(marks(text)).toEqual(['6:11 node/unreachable c: c', '11:11 edge/after-unconditional a: b'])
    expect(of(flow('    - id: a\n'))).toEqual([])
  })

  it('offer the id that was meant, a node of that name, and the edge away', () => {
    const text = flow('    - id: refine\n    - id: judge\n', '    - from: refine\n      to: jugde\n    - from: judge\n      to: end\n')
    expect(problems(text).find(({ code }) => code === 'edge/unknown-to')!.message).toBe('Leads to `jugde`, but no node has that id. Did you mean `judge`?')
    expect(mended(text, 'Change to judge')).toBe(text.replace('jugde', 'judge'))
    expect(mended(text, 'Add a node called jugde')).toBe(text.replace('    - id: judge\n', '    - id: judge\n    - id: jugde\n'))
    expect(mended(text, 'Remove the edge')).toBe(text.replace('    - from: refine\n      to: jugde\n', ''))
    expect(mended(flow('    - id: refine\n', '', '  entry: refin\n'), 'Change to refine')).toContain('entry: refine\n')
    expect(mended(flow('    - id: a\n', '', '  entry: zzzzz\n'), 'Remove entry')).toBe(flow('    - id: a\n'))
  })

  it('check the templates of nodes and edges where they stand, with what can have been set there', () => {
    const text = flow(
      '    - id: a\n      tool: t\n      output: x\n      input: \'{"q": {{.y}}, "n": {{.z}}}\'\n    - id: b\n      tool: t\n      output: y\n      for_each: "{{.x}}"\n      item_var: page\n      input: "{{.page.title}} {{.page_index}} {{.x}}"\n',
      "    - from: a\n      to: b\n      if: '{{not .x.ok}} {{.page}} {{nope 1}}'\n")
    expect(marks(text)).toEqual([
      '7:24 template/unknown-variable a.input: y', '7:37 template/unknown-variable a.input: z',
      '17:29 template/unknown-variable a.if: page', '17:38 template/unknown-function a.if: nope',
    ])
    expect(problems(text).map(({ severity }) => severity)).toEqual(['warning', 'warning', 'warning', 'error'])
  })

  it('know what was set in an earlier round of a loop', () => {
    expect(problems(LOOP.replace("'{{.draft}}'", "'{{.draft}} {{.v.ok}}'")).map(({ code }) => code)).toEqual(['edge/loop-budget'])
    expect(problems(LOOP.replace('tool: improve', "tool: improve, input: '{{.v.why}}'")).map(({ code }) => code)).toEqual(['edge/loop-budget'])
  })

  it('keep names that are taken from outputs and items', () => {
    expect(of(flow('    - {id: a, tool: t, output: trigger}\n'))).toEqual(['error: node/reserved-output'])
    expect(of(flow("    - {id: a, tool: t, for_each: '{{.trigger}}', item_var: inputs}\n"))).toEqual(['error: node/reserved-output'])
  })

  it('tell fields that do nothing where they stand', () => {
    expect(marks(flow('    - {id: a, kind: branch, tool: t, output: x}\n    - {id: b, tool: t, routes: [a], item_var: p}\n'))).toEqual([
      '4:35 field/unused a.tool: t', '4:46 field/unused a.output: x', '5:12 node/unreachable b: b', '5:32 field/unused b.routes: [a]', '5:47 field/unused b.item_var: p',
    ])
  })

  it('say nothing twice of what could not be read', () => {
    expect(of('name: f\nworkflow:\n  nodes: 3\n  edges: []\n')).toEqual(['error: field/wrong-type'])
    expect(of(flow('    - id: a\n      tool: [x]\n      kind: tool\n    - 7\n', '    - 8\n    - {from: [a], to: a}\n'))).toEqual([
      'error: field/wrong-type', 'error: field/wrong-type', 'error: field/wrong-type', 'error: field/wrong-type',
    ])
    expect(of('name: f\nworkflow:\n  nodes: [{id: a}]\n  max_node_executions: many\n')).toEqual(['error: flow/not-an-integer'])
    expect(of(flow('    - id: a\n', '    - {from: a, to: a, max_iterations: often}\n'))).toEqual(['error: flow/not-an-integer'])
  })

  it('point at names that nobody knows', () => {
    expect(marks(flow('    - id: a\n      tool: t\n      inptu: x\n', '    - from: a\n      to: end\n      condition: "{{.x}}"\n'))).toEqual([
      '6:7 field/unknown a.inptu: inptu', '10:7 field/unknown condition: condition',
    ])
    expect(problems('nodes: []\nedges: []\nentri: a\n').map(({ message }) => message)).toContainEqual('`entri` is not a field and is ignored. Did you mean `entry`?')
  })
})
