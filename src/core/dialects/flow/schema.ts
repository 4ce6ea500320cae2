import { headerSchema } from '../../agent-file/header-shape.ts'
import type { Field, Group } from '../dialect.ts'
import { properties, type Schema } from '../field-schema.ts'
import { bodyFields, bodyKeys, edgeFields, edgesGroup, nodeFields, nodesGroup, workflowGroup } from './fields.ts'

/**
 * JSON Schema (draft-07) of a flow file, made from the field tables. It accepts whatever reading
 * accepts, so that another editor marks nothing that runs; the rules across fields are not in it.
 */
export function flowSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Heddle flow',
    description: 'Nodes that are tools, agents and decisions, and the edges between them.',
    type: 'object',
    properties: {
      ...headerSchema(),
      workflow: { type: 'object', title: workflowGroup.label, description: workflowGroup.help, properties: bodySchema(), required: ['nodes'] },
      ...bodySchema(),
    },
    anyOf: [{ required: ['workflow'] }, { required: ['nodes', 'edges'] }],
  }
}

function bodySchema(): Schema {
  const own: Schema = {
    ...properties(bodyFields),
    nodes: listOf(nodesGroup, nodeFields, { label: 'node', description: 'A node that calls a tool', body: { id: '$1', tool: '$2' } }),
    edges: listOf(edgesGroup, edgeFields, { label: 'edge', description: 'A way from one node to another', body: { from: '$1', to: '$2' } }),
  }
  return Object.fromEntries(bodyKeys.map((name) => [name, own[name]!]))
}

function listOf(group: Group, fields: readonly Field[], snippet: Schema): Schema {
  return {
    type: ['array', 'null'],
    title: group.label,
    description: group.help,
    items: { type: 'object', properties: properties(fields), required: fields.flatMap(({ name, required }) => (required ? [name] : [])), defaultSnippets: [snippet] },
  }
}
