import type { Source } from '../../source/tree.ts'
import type { Reading } from '../dialect.ts'
import { entriesByName, readFields, type Report } from '../field-reader.ts'
import { partOfSource } from '../part-of-source.ts'
import { partOfValue } from '../part-of-value.ts'
import { whatIs, type Part } from '../part.ts'
import { Problems } from '../problems.ts'
import type { DagDefinition, DagNode } from './definition.ts'
import { documentFields, documentKeys, nodeFields, nodeKeys } from './fields.ts'
import { originOf, type NodePlaces } from './places.ts'

export type DagReading = Reading<DagDefinition>

/** Reads a whole source as a `dag`. Never throws; a part that cannot be read is reported and left empty. */
export function readDag(source: Source): DagReading {
  return { source, ...readDefinition(partOfSource(source), source) }
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
  const origin = originOf({ root: root.place, nodes: list?.place ?? null, fields: places, items: read.map((one) => one.places) })
  return { model, origin, diagnostics: problems.list() }
}

function readNodes(list: Part | undefined, report: Report): { node: DagNode; places: NodePlaces }[] {
  if (!list || list.type === 'nothing') return []
  // Every item is a node, also one that is not a map: indices of the model are those of the file.
  if (list.type === 'list') return list.items().map((part) => readNode(part, report))
  report.problems.add('field/wrong-type', list.place,
    `\`nodes\` must be a list, but this is ${whatIs(list)}. Begin each node with a dash: \`- id: first\`.`, { field: 'nodes' })
  return []
}

function readNode(part: Part, report: Report): { node: DagNode; places: NodePlaces } {
  if (part.type !== 'map' && part.type !== 'nothing') {
    report.problems.add('field/wrong-type', part.place, `A node must be a map with \`id\` and \`prompt\`, but this is ${whatIs(part)}.`)
  }
  const entries = entriesByName(part)
  const id = entries.get('id')?.value
  const { values, places } = readFields(entries, nodeFields, nodeKeys, { ...report, node: id?.type === 'scalar' ? id.text.trim() : '' })
  return { node: values as unknown as DagNode, places: { place: part.place, fields: places } }
}
