import type { Source } from '../../source/tree.ts'
import type { Reading } from '../dialect.ts'
import { entriesByName, readFields, type Report } from '../field-reader.ts'
import { partOfSource } from '../part-of-source.ts'
import { partOfValue } from '../part-of-value.ts'
import { whatIs, type Part } from '../part.ts'
import { branch, fieldTree, originOf } from '../places.ts'
import { Problems } from '../problems.ts'
import { itemReader, itemsTree } from '../read-items.ts'
import type { DagDefinition, DagNode } from './definition.ts'
import { documentFields, documentKeys, nodeFields, nodeKeys } from './fields.ts'
import { adoptKeys } from './keys.ts'

export type DagReading = Reading<DagDefinition>

const nodes = itemReader<DagNode>({ fields: nodeFields, keys: nodeKeys, noun: 'A node', looks: 'a map with `id` and `prompt`', begins: '- id: first' })

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
  const read = nodes.read(list, 'nodes', report)
  // The table says which values there are; here its word is taken for it.
  const model = { ...values, nodes: read.map(({ item }) => item) } as unknown as DagDefinition
  const items = itemsTree(list, read)
  const origin = originOf(branch(root.place, (name) => (name === 'nodes' ? items : fieldTree(places.get(String(name))))))
  return { model, origin, diagnostics: problems.list() }
}
