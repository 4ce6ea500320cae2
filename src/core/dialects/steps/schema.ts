import { headerSchema } from '../../agent-file/header-shape.ts'
import { properties, type Schema } from '../field-schema.ts'
import { stepFields, stepsGroup, workflowGroup } from './fields.ts'

/**
 * JSON Schema (draft-07) of an agent file with steps, made from the field tables. It accepts whatever
 * reading accepts, so that another editor marks nothing that runs; the rules across fields are not in it.
 */
export function stepsSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Heddle agent file with steps',
    description: 'Steps that call tools, one after another.',
    type: 'object',
    properties: {
      ...headerSchema(),
      workflow: {
        type: 'object',
        title: workflowGroup.label,
        description: workflowGroup.help,
        properties: {
          steps: {
            type: 'array',
            minItems: 1,
            title: stepsGroup.label,
            description: stepsGroup.help,
            items: {
              type: 'object',
              properties: properties(stepFields),
              required: stepFields.flatMap((field) => ('required' in field ? [field.name] : [])),
              defaultSnippets: [{ label: 'step', description: 'A step with an id and a tool', body: { id: '$1', tool: '$2' } }],
            },
          },
        },
        required: ['steps'],
      },
    },
    required: ['workflow'],
  }
}
