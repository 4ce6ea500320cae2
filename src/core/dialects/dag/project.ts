import type { EdgeKind, GraphEdge, GraphNode, GraphView } from '../../graph/view.ts'
import { levelsOf } from '../../graph/levels.ts'
import { noteAbove } from './comments.ts'
import { kindOf, type DagDefinition, type DagNode } from './definition.ts'
import { keysOf } from './keys.ts'
import type { DagReading } from './read.ts'

/** A read `dag` as it is drawn, with the comments above its nodes as their notes. */
export function projectDag(reading: DagReading): GraphView {
  const { source } = reading
  const list = reading.origin.sourceNode(['nodes'])
  const items = list?.kind === 'list' ? list.items : []
  return viewOf(reading.model, (index) => (items[index] ? noteAbove(source, items[index]) : undefined))
}

/** A definition as it is drawn. Names of unknown nodes are ghosts, with broken edges, after the nodes. */
export function viewOf(definition: DagDefinition, noteOf: (index: number) => string | undefined = () => undefined): GraphView {
  const { keys, ghosts, linked } = keysOf(definition)
  const nodes: GraphNode[] = definition.nodes.map((node, index) => {
    const note = noteOf(index)
    return { key: keys[index]!, id: node.id, kind: kindOf(node), summary: summaryOf(node), index, ...(note === undefined ? {} : { note }) }
  })
  for (const { id, key } of ghosts.values()) nodes.push({ key, id, kind: 'agent', summary: '', index: -1, ghost: true })
  return { nodes, edges: edgesOf(definition), levels: levelsOf(linked()) }
}

function edgesOf(definition: DagDefinition): GraphEdge[] {
  const { keys, byKey, keyOf } = keysOf(definition)
  const edges: GraphEdge[] = []
  const used = new Set<string>()
  const add = (kind: EdgeKind, from: string, to: string): void => {
    const name = `${kind}:${from}>${to}`
    let key = name
    for (let counter = 2; used.has(key); counter += 1) key = `${name}#${counter}`
    used.add(key)
    edges.push({ key, kind, from, to, ...(byKey.has(from) && byKey.has(to) ? {} : { broken: true }) })
  }
  for (const [index, node] of definition.nodes.entries()) {
    for (const need of node.needs) add('need', keyOf(need), keys[index]!)
    for (const route of node.routes) add('route', keys[index]!, keyOf(route))
  }
  return edges
}

/** The first three lines that are not blank, at most 280 characters. */
function summaryOf(node: DagNode): string {
  const lines: string[] = []
  let rest = node.prompt.slice(0, 1000)
  while (lines.length < 3 && rest !== '') {
    const end = rest.search(/\r\n|[\n\r\u2028\u2029]/)
    const line = (end < 0 ? rest : rest.slice(0, end)).trim()
    if (line !== '') lines.push(line)
    rest = end < 0 ? '' : rest.slice(end + 1)
  }
  const summary = lines.join('\n')
  // Never half a character: a lone surrogate shows as a box.
  return summary.length <= 280 ? summary : `${summary.slice(0, 279).replace(/[\ud800-\udbff]$/, '')}…`
}
