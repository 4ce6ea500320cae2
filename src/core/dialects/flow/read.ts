import { readHeader } from '../../agent-file/header.ts'
import type { Source } from '../../source/tree.ts'
import type { Reading } from '../dialect.ts'
import { entriesByName, readFields, type Report } from '../field-reader.ts'
import { partOfSource } from '../part-of-source.ts'
import { partOfValue } from '../part-of-value.ts'
import { whatIs, type Part } from '../part.ts'
import { branch, fieldTree, originOf, type PlaceTree } from '../places.ts'
import { Problems } from '../problems.ts'
import { itemReader, itemsTree } from '../read-items.ts'
import type { FlowBody, FlowDefinition, FlowEdge, FlowNode } from './definition.ts'
import { bodyFields, bodyKeys, edgeFields, edgeKeys, nodeFields, nodeKeys } from './fields.ts'

export type FlowReading = Reading<FlowDefinition>

const nodes = itemReader<FlowNode>({ fields: nodeFields, keys: nodeKeys, noun: 'A node', looks: 'a map with an `id`', begins: '- id: first' })
const edges = itemReader<FlowEdge>({ fields: edgeFields, keys: edgeKeys, noun: 'An edge', looks: 'a map with `from` and `to`', begins: '- from: first' })

/** Reads a whole source as a flow. Never throws; a part that cannot be read is reported and left empty. */
export function readFlow(source: Source): FlowReading {
  return { source, ...readDefinition(partOfSource(source), source) }
}

/** Reads an object from code as a flow, by the same rules; it may hold anything. */
export function readFlowValue(definition: unknown): Omit<FlowReading, 'source'> {
  return readDefinition(partOfValue(definition), null)
}

function readDefinition(root: Part, source: Source | null): Omit<FlowReading, 'source'> {
  const problems = new Problems()
  const report: Report = { source, problems }
  if (root.type !== 'map' && root.type !== 'nothing') {
    problems.add('definition/not-a-map', root.place, `A flow must be a map with \`nodes\` and \`edges\`, but this is ${whatIs(root)}.`)
  }
  const entries = entriesByName(root)
  const workflow = entries.get('workflow')?.value
  const header = readHeader(entries, report, workflow ? [] : bodyKeys)
  if (workflow && workflow.type !== 'map' && workflow.type !== 'nothing') {
    problems.add('definition/not-a-map', workflow.place, `\`workflow\` must be a map with \`nodes\` and \`edges\`, but this is ${whatIs(workflow)}.`, { field: 'workflow' })
  }
  const body = readBody(workflow ?? root, report, workflow !== undefined)
  const inner: PlaceTree['child'] = body.child
  const origin = originOf(branch(root.place, (name) => {
    if (workflow) return name === 'workflow' ? branch(workflow.place, inner) : header.places(String(name))
    return inner(name) ?? header.places(String(name))
  }))
  const model: FlowDefinition = workflow ? { ...header.values, workflow: body.values } : { ...header.values, ...body.values }
  return { model, origin, diagnostics: problems.list() }
}

function readBody(part: Part, report: Report, isAlone: boolean): { values: FlowBody; child: PlaceTree['child'] } {
  const entries = entriesByName(part)
  // At the root the header tells of unknown names, and knows those of the body.
  const own = isAlone ? entries : new Map(bodyKeys.flatMap((key) => (entries.has(key) ? [[key, entries.get(key)!] as const] : [])))
  const { values, places } = readFields(own, bodyFields, bodyKeys, report)
  const lists = { nodes: entries.get('nodes')?.value, edges: entries.get('edges')?.value }
  const read = { nodes: nodes.read(lists.nodes, 'nodes', report), edges: edges.read(lists.edges, 'edges', report) }
  return {
    // The table says which values there are; here its word is taken for it.
    values: { ...values, nodes: read.nodes.map(({ item }) => item), edges: read.edges.map(({ item }) => item) } as unknown as FlowBody,
    child: (name) => {
      if (name === 'nodes' || name === 'edges') return lists[name] && itemsTree(lists[name], read[name])
      return fieldTree(places.get(String(name)))
    },
  }
}
