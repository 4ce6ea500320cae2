import { properties, type Schema } from '../field-schema.ts'
import { documentFields, nodeFields, nodesGroup } from './fields.ts'

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
