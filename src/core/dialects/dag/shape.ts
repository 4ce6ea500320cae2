import type { Path } from '../../diagnostic.ts'
import type { Group, Shape } from '../dialect.ts'
import { shapeOfField } from '../shape.ts'
import { documentFields, nodeFields, nodesGroup } from './fields.ts'
import { palette } from './palette.ts'

const document: Shape = { type: 'map', title: 'workflow', fields: [...documentFields, nodesGroup satisfies Group] }
const nodes: Shape = { type: 'items', group: nodesGroup, named: 'id', fresh: palette }
const node: Shape = { type: 'map', title: 'node', fields: nodeFields }

/** What may stand at a place of a `dag`. */
export function dagShapeAt(path: Path): Shape | null {
  const [first, index, field, ...rest] = path
  if (first === undefined) return document
  if (first !== 'nodes') return shapeOfField(documentFields, first, path.slice(1))
  if (index === undefined) return nodes
  if (typeof index !== 'number') return null
  return field === undefined ? node : shapeOfField(nodeFields, field, rest)
}
