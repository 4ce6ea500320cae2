import { headerFields, headerKeys } from '../../agent-file/fields.ts'
import type { Field, Group } from '../dialect.ts'

/**
 * The fields of a flow, said once, in rendered order. The types, reading, normalising, the JSON Schema,
 * key order, forms and did-you-mean are derived from these rows.
 */
export const bodyFields = [
  {
    name: 'entry', type: 'reference', label: 'Entry', example: 'refine', also: ['start', 'start_at', 'entry_point', 'first'],
    help: 'The node at which a run begins. Without it, the first node of the file.',
  },
  {
    name: 'output', type: 'reference', label: 'Output', example: 'ship', also: ['result', 'returns', 'output_node'],
    help: 'The node whose last result is that of the run. Without it, the last result of all.',
  },
  {
    name: 'max_node_executions', type: 'integer', label: 'Max executions', default: 100, example: '50', fault: 'flow/not-an-integer',
    also: ['max_executions', 'max_steps', 'max_visits', 'budget'],
    help: 'How many times tools and agents may be called in one run, all together. One more fails the run. Branches and gates are not counted.',
  },
] as const satisfies readonly Field[]

export const kindValues = [
  { value: 'tool', label: 'Tool', help: 'Calls one tool. Said by `tool` alone.' },
  { value: 'agent', label: 'Agent', help: 'Runs an agent, or asks a model its prompt where it names no agent. Said by `agent` alone.' },
  { value: 'branch', label: 'Branch', help: 'Does nothing: only its edges matter. It is what a node without a tool and an agent is.' },
  { value: 'verifier', label: 'Verifier', help: 'Asks a model whether something holds. Its output is `{pass, text}`, so that an edge can act on `.verdict.pass`.' },
  { value: 'critic', label: 'Critic', help: 'Asks a model for weaknesses and risks.' },
  { value: 'router', label: 'Router', help: 'Asks a model to choose. Its output is `{route, text}`, so that an edge can act on `.way.route`.' },
  { value: 'gate', label: 'Gate', help: 'Waits for a person, who is asked its prompt.' },
] as const

export const onErrorValues = [
  { value: 'abort', label: 'Abort', help: 'The run fails.' },
  { value: 'retry', label: 'Retry', help: 'It is tried once more; then the run fails.' },
  { value: 'skip', label: 'Skip', help: 'The flow goes on without a result; an earlier result of the node stays.' },
] as const

export const nodeFields = [
  {
    name: 'id', type: 'text', label: 'Id', required: true, always: true, example: 'refine', also: ['name', 'key'],
    help: 'Unique name of the node. Edges name it, runs keep its results under it. `end` is taken: it ends the flow.',
  },
  {
    name: 'kind', type: 'enum', inferred: true, label: 'Kind', values: kindValues, example: 'verifier', also: ['type', 'role'],
    help: 'What the node does. Without it, a node with a `tool` calls the tool, one with an `agent` runs the agent, any other is a branch.',
  },
  {
    name: 'tool', type: 'text', label: 'Tool', kinds: ['tool'], example: 'fetch', offers: 'tools', also: ['uses', 'function', 'call', 'action'],
    help: 'The tool to call, by its bare name or as `server.tool`.',
  },
  {
    name: 'agent', type: 'text', label: 'Agent', kinds: ['agent', 'model'], example: 'editor', offers: 'agents',
    help: 'The agent to run: one of the agents of the file or of the workspace.',
  },
  {
    name: 'prompt', type: 'template', label: 'Prompt', kinds: ['agent', 'model', 'verifier', 'critic', 'router', 'gate', 'tool'], example: 'Is this ready to send? {{.draft.text}}',
    also: ['instructions', 'instruction', 'text', 'task', 'message', 'question'],
    help: 'What the model is asked, or the person at a gate: a template. Of a tool it is optional text for tools that ask a model themselves.',
  },
  {
    name: 'routes', type: 'references', label: 'Routes', default: [], kinds: ['router'], example: '[fix, ship]', also: ['branches', 'choices', 'options'],
    help: 'The names that a router may choose between. Without them, the nodes that its edges lead to.',
  },
  {
    name: 'input', type: 'template', json: true, argumentsOf: 'tool', label: 'Input', kinds: ['tool', 'agent', 'model', 'verifier', 'critic', 'router', 'gate'], example: '{"topic": {{.trigger}}}',
    also: ['args', 'arguments', 'with', 'params', 'parameters', 'inputs'],
    help: 'The input, as a template over `.trigger` and the outputs so far. One that begins with `{` or `[` is filled in as JSON.',
  },
  {
    name: 'output', type: 'variable', label: 'Output', kinds: ['tool', 'agent', 'model', 'verifier', 'critic', 'router', 'gate'], example: 'draft', also: ['save_as', 'as', 'output_variable', 'store', 'register'],
    help: 'The variable that later templates read the result by. A result that is JSON is a value, any other is text.',
  },
  {
    name: 'on_error', type: 'enum', label: 'On error', default: 'abort', values: onErrorValues, kinds: ['tool', 'agent', 'model', 'verifier', 'critic', 'router', 'gate'], example: 'retry', also: ['onerror', 'on_failure', 'error'],
    help: 'What happens when the node fails.',
  },
  {
    name: 'for_each', type: 'template', json: true, label: 'For each', kinds: ['tool', 'agent', 'model', 'verifier', 'critic', 'router'], example: '{{.pages | toJson}}', also: ['foreach', 'loop', 'each', 'items', 'map'],
    help: 'A template that gives a JSON array. The node runs once for each item, at most 1,000, and its result is the list of results in the order of the items.',
  },
  {
    name: 'item_var', type: 'variable', label: 'Item variable', default: 'item', kinds: ['tool', 'agent', 'model', 'verifier', 'critic', 'router'], example: 'page', also: ['as_item', 'loop_var'],
    help: 'The variable that templates read the item by; its place in the list is `<name>_index`.',
  },
  {
    name: 'max_parallel', type: 'integer', label: 'Max parallel', default: 1, kinds: ['tool', 'agent', 'model', 'verifier', 'critic', 'router'], example: '4', fault: 'flow/not-an-integer', also: ['parallel', 'concurrency', 'max_concurrency'],
    help: 'How many items are worked on at once: one by default, at most 32.',
  },
  {
    name: 'max_turns', type: 'integer', label: 'Max turns', default: 0, kinds: ['agent', 'model', 'verifier', 'critic', 'router'], example: '8', fault: 'max-turns/not-an-integer', also: ['turns', 'max_steps'],
    help: 'How many turns its agent may take, each one model request with the tool calls it makes. 0 is a single turn.',
  },
  {
    name: 'output_format', type: 'multiline', label: 'Output format', kinds: ['agent', 'model', 'verifier', 'critic', 'router'], example: 'Markdown with one section per area.', also: ['format'],
    help: 'The shape wanted of the result. It becomes the end of the prompt.',
  },
  {
    name: 'model', type: 'text', label: 'Model', kinds: ['agent', 'model', 'verifier', 'critic', 'router'], example: 'openai:gpt-5-mini', offers: 'models',
    help: 'The model of this node, as `provider:model`. Without it, the model of its agent, of the run, of the file or of the workspace.',
  },
  {
    name: 'tools', type: 'list', label: 'Tools', default: [], kinds: ['agent', 'model', 'verifier', 'critic', 'router'], example: '[read, glob]', offers: 'tools',
    help: 'The tools that its agent may call.',
  },
  {
    name: 'timeout', type: 'duration', label: 'Timeout', kinds: ['tool', 'agent', 'model', 'verifier', 'critic', 'router'], example: '5m',
    help: 'How long one visit may take: `500ms`, `30s`, `5m`, `1h30m`. Without it there is no limit.',
  },
] as const satisfies readonly Field[]

export const edgeFields = [
  {
    name: 'from', type: 'reference', label: 'From', required: true, always: true, example: 'judge', edges: { kind: 'flow', leads: 'in' }, also: ['source', 'src'],
    help: 'The node that the edge leaves. Its edges are tried in the order of the file.',
  },
  {
    name: 'to', type: 'reference', label: 'To', example: 'refine', values: [{ value: 'end', label: 'End', help: 'Ends the flow.' }], edges: { kind: 'flow', leads: 'out' }, also: ['target', 'dest', 'destination', 'next'],
    help: 'The node that it leads to. `end`, or none, ends the flow.',
  },
  {
    name: 'if', type: 'condition', label: 'If', example: '{{not .verdict.pass}}', also: ['condition', 'when', 'predicate'],
    help: 'A template: empty, `false` and `0` are no, anything else is yes. Without it the edge is always taken when its turn comes.',
  },
  {
    name: 'max_iterations', type: 'integer', label: 'May be taken', default: 1, example: '5', fault: 'flow/not-an-integer', also: ['max', 'times', 'limit', 'budget', 'max_taken'],
    help: 'How many times the edge may be taken in one run: once by default. In a loop every edge of the round needs room, the way there as well as the way back.',
  },
] as const satisfies readonly Field[]

export const nodesGroup = {
  name: 'nodes', type: 'items', label: 'Nodes', required: true,
  help: 'What the flow can do. It goes from node to node along the edges, one at a time.',
} as const satisfies Group

export const edgesGroup = {
  name: 'edges', type: 'items', label: 'Edges',
  help: 'The ways from node to node. Those of one node are tried in the order written; the first that holds and has not been taken too often is taken. None ends the flow.',
} as const satisfies Group

export const workflowGroup = {
  name: 'workflow', type: 'map', label: 'Workflow', required: true,
  help: 'The nodes and edges of the flow.',
} as const satisfies Group

export const nodeKeys: readonly string[] = nodeFields.map(({ name }) => name)
export const edgeKeys: readonly string[] = edgeFields.map(({ name }) => name)
/** The keys of the body in the order in which they are written. */
export const bodyKeys: readonly string[] = ['entry', 'nodes', 'edges', 'output', 'max_node_executions']
/** The keys at the root of a flow that stands there. */
export const rootKeys: readonly string[] = [...headerKeys.filter((key) => key !== 'workflow'), ...bodyKeys]

export const documentFields: readonly Field[] = [...headerFields, ...bodyFields]

const byName = (fields: readonly Field[]): ReadonlyMap<string, Field> => new Map(fields.map((field) => [field.name, field]))
export const nodeFieldNamed = byName(nodeFields)
export const edgeFieldNamed = byName(edgeFields)
export const bodyFieldNamed = byName(bodyFields)
