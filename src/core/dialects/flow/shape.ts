import { headerRows } from '../../agent-file/fields.ts'
import { headerShapeAt } from '../../agent-file/header-shape.ts'
import type { Path } from '../../diagnostic.ts'
import type { Field, Group, Shape } from '../dialect.ts'
import { shapeOfField } from '../shape.ts'
import { bodyFields, bodyKeys, edgeFields, edgesGroup, nodeFields, nodesGroup, workflowGroup } from './fields.ts'
import { palette } from './palette.ts'

const rows: readonly (Field | Group)[] = bodyKeys.map((name) => [...bodyFields, nodesGroup, edgesGroup].find((row) => row.name === name)!)
const { required: _, ...looseWorkflow } = workflowGroup
/** A flow stands under `workflow` or at the root: neither is required where the other may be. */
const root: Shape = { type: 'map', title: 'flow', fields: [...headerRows, looseWorkflow, ...rows.map(({ required: __, ...row }) => row as Field | Group)] }
const body: Shape = { type: 'map', title: 'workflow', fields: rows }
const nodes: Shape = { type: 'items', group: nodesGroup, named: 'id', fresh: palette }
const edges: Shape = { type: 'items', group: edgesGroup, named: 'from', fresh: [] }

/** What may stand at a place of a flow. */
export function flowShapeAt(path: Path): Shape | null {
  const [first, ...rest] = path
  if (first === undefined) return root
  if (first === 'workflow') return rest.length === 0 ? body : bodyShapeAt(rest)
  return bodyShapeAt(path) ?? headerShapeAt(path)
}

function bodyShapeAt([first, index, field, ...rest]: Path): Shape | null {
  if (first === undefined) return null
  if (first !== 'nodes' && first !== 'edges') return index === undefined ? shapeOfField(bodyFields, first, []) : null
  if (index === undefined) return first === 'nodes' ? nodes : edges
  if (typeof index !== 'number') return null
  const fields = first === 'nodes' ? nodeFields : edgeFields
  if (field === undefined) return { type: 'map', title: first === 'nodes' ? 'node' : 'edge', fields }
  return shapeOfField(fields, field, rest)
}
