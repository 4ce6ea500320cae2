import { headerFields } from '../../agent-file/fields.ts'
import type { Field, Group } from '../dialect.ts'

export const onErrorValues = [
  { value: 'abort', label: 'Stop the run', help: 'The step fails, and the run with it.' },
  { value: 'retry', label: 'Try once more', help: 'The step is done once more; if that fails, too, the run fails.' },
  { value: 'skip', label: 'Go on', help: 'The step is done without a result, and the run goes on.' },
] as const

/**
 * The fields of a step, said once, in rendered order. The types, reading, normalising, the JSON Schema,
 * key order, forms and did-you-mean are derived from these rows.
 */
export const stepFields = [
  {
    name: 'id', type: 'text', label: 'Id', required: true, always: true, example: 'search',
    help: 'Unique name of the step. Runs keep its result under it, and a run that is resumed knows by it what is done.',
  },
  {
    name: 'tool', type: 'text', label: 'Tool', required: true, always: true, example: 'web_search', offers: 'tools',
    also: ['uses', 'call', 'function', 'action', 'module'],
    help: 'The tool to call: of this file, of the workspace, one that is built in, or `server.tool` of an MCP server.',
  },
  {
    name: 'prompt', type: 'template', label: 'Prompt', example: 'Answer in one sentence.', also: ['instructions', 'message', 'text'],
    help: 'Text for a tool that asks a model itself. A template.',
  },
  {
    name: 'if', type: 'condition', label: 'Only if', example: '{{.report}}', also: ['when', 'condition'],
    help: 'A template. The step is skipped when it renders empty, `false` or `0`.',
  },
  {
    name: 'input', type: 'template', json: true, argumentsOf: 'tool', label: 'Input', example: '{"query": "{{.trigger}}"}',
    also: ['args', 'arguments', 'with', 'params', 'parameters'],
    help: 'A template that gives the tool its input, usually JSON. `.trigger` is what started the run; a step reads what earlier ones put out.',
  },
  {
    name: 'output', type: 'variable', label: 'Output', example: 'search_results', also: ['result', 'as', 'save_as', 'register'],
    help: 'The variable that later steps read the result by. A result that is JSON is a value with parts, any other a text.',
  },
  {
    name: 'on_error', type: 'enum', label: 'On error', default: 'abort', values: onErrorValues, example: 'retry',
    also: ['onerror', 'on_failure', 'error', 'continue_on_error'],
    help: 'What happens when the tool or its input fails.',
  },
] as const satisfies readonly Field[]

export const stepsGroup = {
  name: 'steps', type: 'items', label: 'Steps', required: true,
  help: 'What is done, one step after the other in the order of the file.',
} as const satisfies Group

export const workflowGroup = {
  name: 'workflow', type: 'map', label: 'Workflow', required: true,
  help: 'What a run does. It holds the steps.',
} as const satisfies Group

export const documentFields: readonly Field[] = headerFields

export const stepKeys: readonly string[] = stepFields.map(({ name }) => name)

const byName: ReadonlyMap<string, Field> = new Map(stepFields.map((field) => [field.name, field]))

export function stepField(name: string): Field | undefined {
  return byName.get(name)
}
