import { describe, expect, it } from 'vitest'
import { dag } from './dialect.ts'
import { nodeFields } from './fields.ts'
import { readDagValue } from './read.ts'

const { model } = readDagValue({
  name: 'w',
  nodes: [
    { id: 'a', prompt: 'First.' },
    { id: 'b', kind: 'router', prompt: 'Choose.', needs: ['a', 'gone'], routes: ['a'] },
  ],
})

describe('what a form asks of a dag', () => {
  it('the prompt of a node, with the results that there are', () => {
    expect(dag.prompt(model, 0, () => 'unused')).toEqual({ text: 'First.', inputs: [] })
    const asked = dag.prompt(model, 1, (id) => (id === 'a' ? 'Answer of a.' : undefined))
    expect(asked?.inputs).toEqual(['a', 'gone'])
    expect(asked?.text).toContain('Answer of a.')
    expect(asked?.text).not.toContain('gone')
    expect(dag.prompt(model, 7, () => undefined)).toBeNull()
  })

  it('where an edge stands', () => {
    expect(dag.edgePath(model, { kind: 'need', from: 'gone', to: 'b' })).toEqual(['nodes', 1, 'needs', 1])
    expect(dag.edgePath(model, { kind: 'route', from: 'b', to: 'a' })).toEqual(['nodes', 1, 'routes', 0])
    expect(dag.edgePath(model, { kind: 'need', from: 'b', to: 'a' })).toBeNull()
  })

  it('which fields are edges', () => {
    expect(nodeFields.flatMap((field) => ('edges' in field ? [[field.name, field.edges.kind, field.edges.leads]] : []))).toEqual([
      ['needs', 'need', 'in'],
      ['routes', 'route', 'out'],
    ])
  })
})
