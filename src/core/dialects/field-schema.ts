import type { Json } from '../diagnostic.ts'
import type { Field } from './dialect.ts'

/** A part of a JSON Schema. */
export type Schema = { readonly [key: string]: Json }

/** The properties that a field table stands for: each takes whatever reading takes. */
export function properties(fields: readonly Field[]): Schema {
  return Object.fromEntries(fields.map((field) => [field.name, property(field)]))
}

function property(field: Field): Schema {
  const about = {
    title: field.label,
    description: field.help,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.example === undefined ? {} : { examples: [exampleOf(field, field.example)] }),
  }
  switch (field.type) {
    case 'enum': {
      const values = field.values ?? []
      return {
        ...about,
        anyOf: [
          { enum: values.map(({ value }) => value), enumDescriptions: values.map(({ help }) => help) },
          // Written in capitals it is the same kind; the list above is what is offered.
          { type: 'string', pattern: `^\\s*(?:${values.map(({ value }) => anyCase(value)).join('|')})?\\s*$` },
          { type: 'null' },
        ],
      }
    }
    case 'references':
    case 'list':
      return { ...about, anyOf: [{ type: 'array', items: text }, text] }
    case 'integer':
      return { ...about, type: ['integer', 'null'] }
    case 'boolean':
      return { ...about, type: ['boolean', 'null'] }
    case 'template':
    case 'condition':
    case 'variable':
    case 'text':
    case 'multiline':
    case 'duration':
    case 'reference':
      return { ...about, ...text }
  }
}

/** A number or a truth value is read as the text that is written. */
const text: Schema = { type: ['string', 'number', 'boolean', 'null'] }

function exampleOf(field: Field, example: string): Json {
  if (field.type === 'integer') return Number(example)
  if (field.type === 'boolean') return example === 'true'
  return field.type === 'references' || field.type === 'list' ? example.slice(1, -1).split(', ') : example
}

function anyCase(word: string): string {
  return word.split('').map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('')
}
