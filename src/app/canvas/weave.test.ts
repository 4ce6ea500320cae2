import { describe, expect, it } from 'vitest'
import type { GraphEdge, GraphNode, GraphView } from '../../core/index.ts'
import type { Positions } from '../state/index.ts'
import { weave } from './weave.ts'

/** So many that nobody looks for ways around nodes. */
const COUNT = 500

const nodes = Array.from({ length: COUNT }, (_, index): GraphNode => ({ key: `n${index}`, id: `n${index}`, kind: 'agent', summary: '', index }))
const edges = nodes.slice(1).map(({ key }, index): GraphEdge => ({ key: `need:n${index}>${key}`, kind: 'need', from: `n${index}`, to: key }))
const VIEW: GraphView = { nodes, edges, levels: [] }
const AT: Positions = new Map(nodes.map(({ key }, index) => [key, { x: index * 260, y: (index % 7) * 90 }]))
const ghost: GraphNode = { key: 'ghost', id: 'ghost', kind: 'agent', summary: '', index: -1, ghost: true }
const broken: GraphEdge = { key: 'need:ghost>n8', kind: 'need', from: 'ghost', to: 'n8', broken: true }

/** What was woven anew of a view that follows another, checked against what is woven of it alone. */
function anewIn(view: GraphView, at: Positions, direction: 'right' | 'down' = 'right'): readonly string[] {
  const before = weave(null, VIEW, AT, null, 'right')
  const { strands } = weave(before, view, at, null, direction)
  expect(strands).toEqual(weave(null, view, at, null, direction).strands)
  return [...strands].filter(([key, strand]) => strand !== before.strands.get(key)).map(([key]) => key)
}

describe('very many threads, woven after others', () => {
  it('are those of before but where an edge or what it joins changed', () => {
    expect(anewIn({ ...VIEW, nodes: [...nodes, ghost], edges: edges.with(7, broken) }, new Map(AT).set('ghost', { x: 5, y: 5 }))).toEqual(['need:ghost>n8'])
    expect(anewIn(VIEW, new Map(AT).set('n20', { x: 0, y: 5000 }))).toEqual(['need:n19>n20', 'need:n20>n21'])
    expect(anewIn({ ...VIEW, nodes: nodes.with(30, { ...nodes[30]!, id: 'other' }) }, AT)).toEqual(['need:n29>n30', 'need:n30>n31'])
  })

  it('lead to no node that is gone or has no place, and turn with the graph', () => {
    expect(anewIn({ ...VIEW, nodes: nodes.slice(0, -1) }, AT)).toEqual([])
    const at = new Map(AT)
    at.delete('n40')
    expect(anewIn(VIEW, at)).toEqual([])
    expect(anewIn(VIEW, AT, 'down')).toHaveLength(COUNT - 1)
  })
})
