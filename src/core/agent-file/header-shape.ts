import type { Path } from '../diagnostic.ts'
import type { Group, Shape } from '../dialects/dialect.ts'
import { properties, type Schema } from '../dialects/field-schema.ts'
import { shapeOfField } from '../dialects/shape.ts'
import { headerFields, headerRows, headFields, llmFields, llmGroup } from './fields.ts'

/** The root of an agent file whose workflow is this group. */
export function rootShape(workflow: Group): Shape {
  return { type: 'map', title: 'agent file', fields: [...headerRows, workflow] }
}

/** What may stand at a place of the header; null when the place is none of it. */
export function headerShapeAt(path: Path): Shape | null {
  const [first, ...rest] = path
  if (first !== 'llm') return first === undefined ? null : shapeOfField(headFields, first, rest)
  return rest.length === 0 ? { type: 'map', title: llmGroup.label, fields: llmFields } : shapeOfField(llmFields, rest[0]!, rest.slice(1))
}

/** The properties of the header in a JSON Schema, in rendered order. */
export function headerSchema(): Schema {
  const llm: Schema = { type: ['object', 'null'], title: llmGroup.label, description: llmGroup.help, properties: properties(llmFields) }
  const own = properties(headerFields.filter(({ within }) => within === undefined))
  return Object.fromEntries(headerRows.map(({ name }) => [name, name === 'llm' ? llm : own[name]!]))
}
