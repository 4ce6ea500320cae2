import { expect, it } from 'vitest'
import { analyse, asksModel, dialectNamed, openDocument, type NodeKind } from '../index.ts'

const FILES = {
  dag: 'name: d\nnodes:\n  - {id: a, prompt: p}\n  - {id: b, kind: router, routes: [a], prompt: p}\n  - {id: c, kind: verifier, prompt: p}\n  - {id: d, kind: critic, prompt: p}\n',
  flow: 'name: f\nworkflow:\n  nodes:\n    - {id: a, agent: x, input: p}\n    - {id: b, kind: router, agent: x, input: p}\n    - {id: c, kind: verifier, agent: x, input: p}\n    - {id: d, kind: critic, agent: x, input: p}\n    - {id: e, tool: t}\n    - {id: f, kind: branch}\n    - {id: g, kind: gate}\n    - {id: h, kind: agent, prompt: p}\n',
  steps: 'name: s\nworkflow:\n  steps:\n    - {id: a, tool: t}\n',
}

it('counts as asking a model just the kinds that have a prompt in their dialect', () => {
  const kinds = new Set<NodeKind>()
  for (const [name, text] of Object.entries(FILES)) {
    const analysis = analyse(openDocument({ text, format: 'yaml', name }))
    expect(analysis.dialect).toBe(name)
    for (const { kind, index } of analysis.view.nodes.filter(({ ghost, end }) => !ghost && !end)) {
      kinds.add(kind)
      expect([name, kind, asksModel(kind)]).toEqual([name, kind, dialectNamed(analysis.dialect).prompt(analysis.reading?.model, index, () => '') !== null])
    }
  }
  expect([...kinds].toSorted()).toEqual(['agent', 'branch', 'critic', 'gate', 'model', 'router', 'tool', 'verifier'])
})
