import { contentOf } from '../../source/content.ts'
import { usesOf } from '../../source/patch/obstacle.ts'
import type { Source } from '../../source/tree.ts'
import type { Reading } from '../dialect.ts'
import { entriesByName, readFields, type FieldPlaces, type Report } from '../field-reader.ts'
import { partOfSource } from '../part-of-source.ts'
import { partOfValue } from '../part-of-value.ts'
import { whatIs, type Part, type Place } from '../part.ts'
import { branch, fieldTree, originOf } from '../places.ts'
import { Problems } from '../problems.ts'
import type { DagDefinition, DagNode } from './definition.ts'
import { documentFields, documentKeys, nodeFields, nodeKeys } from './fields.ts'
import { adoptKeys } from './keys.ts'

export type DagReading = Reading<DagDefinition>

/**
 * Reads a whole source as a `dag`. Never throws; a part that cannot be read is reported and left empty.
 * With the reading of the text before, what does not depend on where nodes stand is taken from it.
 */
export function readDag(source: Source, previous?: DagReading): DagReading {
  const reading = { source, ...readDefinition(partOfSource(source), source) }
  if (previous) adoptKeys(reading.model, previous.model)
  return reading
}

/** Reads an object from code as a `dag`, by the same rules; it may hold anything. */
export function readDagValue(definition: unknown): Omit<DagReading, 'source'> {
  return readDefinition(partOfValue(definition), null)
}

function readDefinition(root: Part, source: Source | null): Omit<DagReading, 'source'> {
  const problems = new Problems()
  const report: Report = { source, problems }
  if (root.type !== 'map' && root.type !== 'nothing') {
    problems.add('definition/not-a-map', root.place,
      `A workflow must be a map with \`name\` and \`nodes\`, but this is ${whatIs(root)}.`)
  }
  const entries = entriesByName(root)
  const { values, places } = readFields(entries, documentFields, documentKeys, report)
  const list = entries.get('nodes')?.value
  const read = readNodes(list, report)
  // The table says which values there are; here and in `readNode` its word is taken for it.
  const model = { ...values, nodes: read.map(({ node }) => node) } as unknown as DagDefinition
  const items = branch(list?.place, (index) => {
    const item = typeof index === 'number' ? read[index]?.places : undefined
    return item && branch(item.place, (field) => fieldTree(item.fields().get(String(field))))
  })
  const origin = originOf(branch(root.place, (name) => (name === 'nodes' ? items : fieldTree(places.get(String(name))))))
  return { model, origin, diagnostics: problems.list() }
}

function readNodes(list: Part | undefined, report: Report): ReadNode[] {
  if (!list || list.type === 'nothing') return []
  // Every item is a node, also one that is not a map: indices of the model are those of the file.
  if (list.type === 'list') return list.items().map((part) => readNode(part, report))
  report.problems.add('field/wrong-type', list.place,
    `\`nodes\` must be a list, but this is ${whatIs(list)}. Begin each node with a dash: \`- id: first\`.`, { field: 'nodes' })
  return []
}

type NodePlaces = { readonly place: Place; readonly fields: () => ReadonlyMap<string, FieldPlaces> }

type ReadNode = { readonly node: DagNode; readonly places: NodePlaces }

function readNode(part: Part, report: Report): ReadNode {
  const content = contentToKeep(part, report)
  const known = content && wellRead.get(content)
  if (known) return { node: known, places: { place: part.place, fields: laterPlaces(part) } }
  const before = report.problems.count
  const read = readNodeAnew(part, report)
  if (content && report.problems.count === before) wellRead.set(content, read.node)
  return read
}

function readNodeAnew(part: Part, report: Report): ReadNode {
  if (part.type !== 'map' && part.type !== 'nothing') {
    report.problems.add('field/wrong-type', part.place, `A node must be a map with \`id\` and \`prompt\`, but this is ${whatIs(part)}.`)
  }
  const entries = entriesByName(part)
  const id = entries.get('id')?.value
  const { values, places } = readFields(entries, nodeFields, nodeKeys, { ...report, node: id?.type === 'scalar' ? id.text.trim() : '' })
  return { node: values as unknown as DagNode, places: { place: part.place, fields: () => places } }
}

/** Nodes that were read without any problem, by the content of their maps. */
const wellRead = new WeakMap<object, DagNode>()

/** The content of a node's map, when all that reading looks at is in it: no alias, and no comment behind its end. */
function contentToKeep(part: Part, { source }: Report): object | null {
  const { node } = part.place
  if (source === null || part.type !== 'map' || node?.kind !== 'map' || usesOf(source).size > 0) return null
  const { end } = node.range
  const lineEnd = source.text.indexOf('\n', end)
  return source.text.slice(end, lineEnd < 0 ? undefined : lineEnd).includes('#') ? null : contentOf(node)
}

/** The places of a node's fields, looked for when the first is asked for: most never are. */
function laterPlaces(part: Part): NodePlaces['fields'] {
  let places: ReturnType<NodePlaces['fields']> | null = null
  return () => (places ??= readFields(entriesByName(part), nodeFields, nodeKeys, { source: null, problems: new Problems() }).places)
}
