import type { GraphEdge, GraphNode, GraphView, NodeKind } from '../../graph/view.ts'
import { noteAbove } from '../note.ts'
import { summaryOf } from '../summary.ts'
import { bodyOf, bodyPath, budgetOf, kindOf, type FlowBody, type FlowDefinition, type FlowNode } from './definition.ts'
import { keysOfBody, type FlowKeys } from './keys.ts'
import type { FlowReading } from './read.ts'

/** A read flow as it is drawn, with the comments above its nodes as their notes. */
export function projectFlow(reading: FlowReading): GraphView {
  const list = reading.origin.sourceNode([...bodyPath(reading.model), 'nodes'])
  const items = list?.kind === 'list' ? list.items : []
  return viewOf(reading.model, (index) => (items[index] ? noteAbove(reading.source, items[index]) : undefined))
}

/** A flow as it is drawn. Names of unknown nodes are ghosts, after the nodes; then the end, if an edge names it. */
export function viewOf(definition: FlowDefinition, noteOf: (index: number) => string | undefined = () => undefined): GraphView {
  const body = bodyOf(definition)
  const keys = keysOfBody(body)
  const nodes = body.nodes.map((node, index): GraphNode => {
    const key = keys.keys[index]!
    const note = noteOf(index)
    return {
      key, id: node.id, kind: drawnKind(node), summary: summaryOfNode(node), index,
      ...(note === undefined ? {} : { note }), ...(key === keys.entry ? { entry: true } : {}),
    }
  })
  for (const { id, key } of keys.ghosts.values()) nodes.push({ key, id, kind: 'branch', summary: '', index: -1, ghost: true })
  if (keys.edges.some(({ from, to }) => from === keys.end || to === keys.end)) nodes.push({ key: keys.end, id: 'end', kind: 'branch', summary: '', index: -1, end: true })
  return { nodes, edges: edgesOf(body, keys), levels: [] }
}

function edgesOf({ edges }: FlowBody, { edges: places, byKey, end, back }: FlowKeys): GraphEdge[] {
  return places.map(({ place, from, to, order, index }): GraphEdge => {
    const edge = edges[place]!
    const isWhole = byKey.has(from) && (byKey.has(to) || to === end)
    return {
      key: `flow:${from}>${to}${index === 0 ? '' : `#${index + 1}`}`, kind: 'flow', from, to,
      budget: budgetOf(edge), order,
      ...(edge.if === undefined ? {} : { condition: edge.if }),
      ...(index === 0 ? {} : { index }),
      ...(back().has(place) ? { back: true } : {}),
      ...(isWhole ? {} : { broken: true }),
    }
  })
}

/** How a node is drawn: an agent that names none is a plain model request. */
export function drawnKind(node: FlowNode): NodeKind {
  const kind = kindOf(node)
  return kind === 'agent' && node.agent === undefined ? 'model' : kind
}

/** Who works, then at what. */
function summaryOfNode(node: FlowNode): string {
  switch (kindOf(node)) {
    case 'branch': return ''
    case 'tool': return summaryOf([node.tool, node.input].join('\n'))
    case 'agent': return summaryOf([node.agent, node.prompt ?? node.input].join('\n'))
    case 'verifier': case 'critic': case 'router': case 'gate': return summaryOf(node.prompt ?? node.input ?? '')
  }
}
