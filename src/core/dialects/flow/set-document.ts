import { headerFields, headerKeys, llmKeys } from '../../agent-file/fields.ts'
import type { Json, Result } from '../../diagnostic.ts'
import type { PathOp } from '../../source/tree.ts'
import { refuse } from '../refuse.ts'
import { checkValue } from '../values.ts'
import { writeField } from '../write-field.ts'
import { bodyPath } from './definition.ts'
import { bodyFieldNamed, bodyKeys, rootKeys } from './fields.ts'
import type { FlowReading } from './read.ts'

/** Sets a field of the file: of the body, where it stands, or of the header. */
export function setDocument(reading: FlowReading, name: string, value: Json | undefined): Result<readonly PathOp[]> {
  if (name === 'nodes' || name === 'edges') return refuse(`${name === 'nodes' ? 'Nodes' : 'Edges'} are added and removed one by one.`)
  if (name === 'workflow') return refuse('The workflow is changed part by part.')
  const at = bodyPath(reading.model)
  const inBody = bodyFieldNamed.get(name)
  const field = inBody ?? headerFields.find((each) => each.name === name)
  const fault = field && value !== undefined ? checkValue(field, value) : null
  if (fault !== null && fault !== undefined) return refuse(fault)
  if (inBody) return writeField(reading, { path: at, keys: at.length === 0 ? rootKeys : bodyKeys }, name, field, value)
  const within = field?.within ?? []
  return writeField(reading, { path: within, keys: within.length > 0 ? llmKeys : at.length === 0 ? rootKeys : headerKeys }, name, field, value)
}
