import { headerShapeAt, rootShape } from '../../agent-file/header-shape.ts'
import type { Path } from '../../diagnostic.ts'
import type { Shape } from '../dialect.ts'
import { shapeOfField } from '../shape.ts'
import { stepFields, stepsGroup, workflowGroup } from './fields.ts'
import { palette } from './palette.ts'

const root = rootShape(workflowGroup)
const workflow: Shape = { type: 'map', title: 'workflow', fields: [stepsGroup] }
const steps: Shape = { type: 'items', group: stepsGroup, named: 'id', fresh: palette }
const step: Shape = { type: 'map', title: 'step', fields: stepFields }

/** What may stand at a place of an agent file with steps. */
export function stepsShapeAt(path: Path): Shape | null {
  const [first, second, index, field, ...rest] = path
  if (first === undefined) return root
  if (first !== 'workflow') return headerShapeAt(path)
  if (second === undefined) return workflow
  if (second !== 'steps') return null
  if (index === undefined) return steps
  if (typeof index !== 'number') return null
  return field === undefined ? step : shapeOfField(stepFields, field, rest)
}
