import type { Field, Group } from '../dialect.ts'

/**
 * The fields of a `dag`, said once, in rendered order. The types, reading, normalising, the JSON Schema,
 * key order, forms and did-you-mean are derived from these rows.
 */
export const documentFields = [
  {
    name: 'name', type: 'text', label: 'Name', always: true, example: 'release-notes',
    help: 'What the workflow is called in lists, runs and results.',
  },
  {
    name: 'description', type: 'multiline', label: 'Description', example: 'Write release notes from the last commits',
    help: 'What the workflow is for, in a sentence or two. Nothing runs by it.',
  },
] as const satisfies readonly Field[]

export const kindValues = [
  { value: 'agent', label: 'Agent', help: 'Does a piece of work.' },
  { value: 'verifier', label: 'Verifier', help: 'Checks the results it needs and answers PASS or FAIL. A FAIL stops nothing: the node has done its work.' },
  { value: 'critic', label: 'Critic', help: 'Looks for weaknesses and risks in the results it needs.' },
  { value: 'router', label: 'Router', help: 'Names one of its routes. It stops nobody: every node runs once its needs are met.' },
] as const

export const nodeFields = [
  {
    name: 'id', type: 'text', label: 'Id', required: true, always: true, example: 'draft',
    help: 'Unique name of the node. Other nodes name it in `needs` and `routes`, runs keep its result under it.',
  },
  {
    name: 'kind', type: 'enum', label: 'Kind', default: 'agent', values: kindValues, example: 'verifier',
    also: ['type', 'role'],
    help: 'The role in the prompt, and nothing else: nothing acts on a verdict or on a route.',
  },
  {
    name: 'agent', type: 'text', label: 'Agent', example: 'researcher', offers: 'agents',
    help: 'The agent type that does the work, built in or from `agents/`. Without one it is a plain model request.',
  },
  {
    name: 'prompt', type: 'multiline', label: 'Prompt', required: true, always: true,
    example: 'Write release notes from the grouped commits.',
    also: ['instructions', 'instruction', 'text', 'task', 'message'],
    help: 'What the node must do, as literal text. The results of the nodes that it needs are put before it.',
  },
  {
    name: 'needs', type: 'references', label: 'Needs', default: [], example: '[collect]', edges: { kind: 'need', leads: 'in' },
    also: ['depends_on', 'dependencies', 'depends', 'after', 'requires'],
    help: 'The nodes whose results it receives, in this order. They run first.',
  },
  {
    name: 'routes', type: 'references', label: 'Routes', default: [], kinds: ['router'], example: '[fix, publish]', edges: { kind: 'route', leads: 'out' },
    also: ['branches', 'choices', 'next'],
    help: 'The nodes that a router may choose between; at least one. The choice is named in its result and stops nobody.',
  },
  {
    name: 'max_turns', type: 'integer', fault: 'max-turns/not-an-integer', label: 'Max turns', default: 0, example: '8',
    also: ['turns', 'max_steps', 'max_iterations'],
    help: 'How many turns its agent may take, each one model request with the tool calls it makes. 0 is a single turn.',
  },
  {
    name: 'output_format', type: 'multiline', label: 'Output format', example: 'Markdown with one section per area.',
    also: ['format', 'output'],
    help: 'The shape wanted of the result. It becomes the end of the prompt.',
  },
  {
    name: 'model', type: 'text', label: 'Model', example: 'openai:gpt-5-mini', offers: 'models',
    help: 'The model of this node, as `provider:model`. Without it, the model of its agent, of the run or of the workspace.',
  },
  {
    name: 'tools', type: 'list', label: 'Tools', default: [], example: '[read, glob]', offers: 'tools',
    help: 'The tools that its agent may call.',
  },
  {
    name: 'timeout', type: 'duration', label: 'Timeout', example: '5m',
    help: 'How long the node may take: `500ms`, `30s`, `5m`, `1h30m`. Without it there is no limit.',
  },
] as const satisfies readonly Field[]

export const nodesGroup = {
  name: 'nodes', type: 'items', label: 'Nodes', required: true,
  help: 'The steps of the workflow. They run by what they need, not by their order here.',
} as const satisfies Group

export type NodeFieldName = (typeof nodeFields)[number]['name']

/** Keys in the order in which they are written. */
export const documentKeys: readonly string[] = [...documentFields.map((field) => field.name), 'nodes']
export const nodeKeys: readonly string[] = nodeFields.map((field) => field.name)

const byName: ReadonlyMap<string, Field> = new Map(nodeFields.map((field) => [field.name, field]))

export function nodeField(name: string): Field | undefined {
  return byName.get(name)
}
