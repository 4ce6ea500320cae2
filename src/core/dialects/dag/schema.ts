import type { Json } from '../../diagnostic.ts'
import type { Field } from '../dialect.ts'
import { documentFields, nodeFields, nodesGroup } from './fields.ts'

type Schema = { readonly [key: string]: Json }

/**
 * JSON Schema (draft-07) of a `dag` file, made from the field table. It accepts whatever reading
 * accepts, so that another editor marks nothing that runs; the rules across fields are not in it.
 */
export function dagSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Heddle workflow',
    description: 'Nodes that are model calls, linked by what they need.',
    type: 'object',
    properties: {
      ...properties(documentFields),
      nodes: {
        type: 'array',
        minItems: 1,
        title: nodesGroup.label,
        description: nodesGroup.help,
        items: {
          type: 'object',
          properties: properties(nodeFields),
          required: nodeFields.flatMap((field) => ('required' in field ? [field.name] : [])),
          defaultSnippets: [{ label: 'node', description: 'A node with an id and a prompt', body: { id: '$1', prompt: '$2' } }],
        },
      },
    },
    required: ['nodes'],
  }
}

function properties(fields: readonly Field[]): Schema {
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
  return field.type === 'references' || field.type === 'list' ? example.slice(1, -1).split(', ') : example
}

function anyCase(word: string): string {
  return word.split('').map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('')
}
