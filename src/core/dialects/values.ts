import type { Json } from '../diagnostic.ts'
import type { Field } from './dialect.ts'

/** Can a field hold a value? Null if so, else the reason. Whether the value makes sense is for the rules to say. */
export function checkValue(field: Field, value: Json): string | null {
  switch (field.type) {
    case 'integer':
      return value === null || (typeof value === 'number' && Number.isSafeInteger(value)) ? null : `\`${field.name}\` must be a whole number.`
    case 'boolean':
      return value === null || typeof value === 'boolean' ? null : `\`${field.name}\` must be \`true\` or \`false\`.`
    case 'references':
    case 'list':
      if (value === null || typeof value === 'string') return null
      return Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : `\`${field.name}\` must be a list of texts.`
    case 'text':
    case 'multiline':
    case 'enum':
    case 'duration':
    case 'reference':
    case 'template':
    case 'condition':
    case 'variable':
      return value === null || typeof value !== 'object' ? null : `\`${field.name}\` must be text.`
  }
}

/** Is it what a field holds when nothing is written? */
export function isEmpty(value: Json): boolean {
  return value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)
}
