import { buildNodePrompt, unreachable, type DagNode, type Json, type NodeResult, type PlanNode, type PromptWork } from '../../src/core/index.ts'
import { showDuration } from '../engine/duration.ts'
import { NodeFailure, type ExecutionContext, type Executor as EngineExecutor, type NodeOutput, type RenderedTexts } from '../engine/ports.ts'
import { renderPrompt, renderTool } from '../executors/render.ts'

/** The results of the nodes that a node of a `dag` needs, by id. Has no prototype. */
export type ExecutorInputs = { readonly [id: string]: NodeResult }

/** What the templates of a step, or of a node of a flow, read: `trigger` and the outputs so far. Has no prototype. */
export type ExecutorVariables = { readonly [name: string]: Json }

/**
 * A node that is to be run. Of a `dag` it is the node of the definition, normalised. Of steps and of a flow
 * the templates are filled in: `prompt` is all that a model would be asked; a node that calls a tool has
 * the kind `tool`, its name in `tool` and the arguments in `input`.
 */
export type ExecutorNode = DagNode & { readonly tool?: string; readonly input?: Json }

/**
 * Runs one node: resolves with its output (text, or any other JSON value), or throws to fail the node.
 * `context.signal` is aborted when the run is cancelled or the node's time is over. `inputs` are the
 * results of the needed nodes; of steps and of a flow the variables.
 */
export type ExecuteNode<Inputs = ExecutorInputs> = {
  // A method, so that an executor of one format is one of either.
  bivariant(context: ExecutionContext, node: ExecutorNode, inputs: Inputs): Promise<Json> | Json
}['bivariant']

/** Does the work of the nodes: an object, or simply a function. */
export type Executor<Inputs = ExecutorInputs> = { readonly executeNode: ExecuteNode<Inputs> } | ExecuteNode<Inputs>

/** There is nothing that could run the nodes. */
export class MissingExecutorError extends TypeError {
  override name = 'MissingExecutorError'
  constructor(given: unknown) {
    super(`an executor is a function (context, node, inputs), or an object that has it as \`executeNode\`; what was given is ${given === null ? 'null' : `a value of type ${typeof given}`}`)
  }
}

/** A user's executor as the engine's. Throws a MissingExecutorError at anything else. */
export function fromExecutor(executor: Executor): EngineExecutor {
  const executeNode = functionOf(executor)
  return {
    render(node, inputs, texts) {
      switch (node.work.type) {
        case 'tool':
          return renderTool(node.work, texts)
        case 'prompt':
          if (texts === undefined) return buildNodePrompt({ ...node.work, needs: node.needs }, inputs)
          return isEmpty(texts) ? '' : renderPrompt(node, node.work, inputs, texts)
        case 'branch':
        case 'gate':
          throw notRun(node)
        default:
          return unreachable(node.work)
      }
    },
    async execute(context, node, input): Promise<NodeOutput> {
      const output = await executeNode(context, nodeOf(node, input, context.variables !== undefined), inputsOf(context))
      if (output === undefined) throw new NodeFailure({ message: 'its executor returned nothing: it must return a text or another JSON value', kind: 'invalid-output' })
      return { output }
    },
  }
}

function functionOf(executor: Executor): ExecuteNode<ExecutorInputs | ExecutorVariables> {
  if (typeof executor === 'function') return executor
  const given: unknown = executor
  if (given === null || typeof given !== 'object' || typeof executor.executeNode !== 'function') throw new MissingExecutorError(given)
  return (context, node, inputs) => executor.executeNode(context, node, inputs as ExecutorInputs)
}

function inputsOf({ variables, results }: ExecutionContext): ExecutorInputs | ExecutorVariables {
  return Object.assign(Object.create(null) as object, Object.fromEntries<NodeResult | Json>(variables ?? results)) as ExecutorInputs | ExecutorVariables
}

/** A node may ask for what an executor of a program's own can find in the variables alone. */
function isEmpty({ prompt, input }: RenderedTexts): boolean {
  return prompt.trim() === '' && input.trim() === ''
}

/** The node of a plan as its file has it: the same for a run from code and for one that is resumed. */
function nodeOf(node: PlanNode, input: Json, walks: boolean): ExecutorNode {
  const { id, needs, timeout, work } = node
  const limit = timeout === undefined ? {} : { timeout: showDuration(timeout) }
  switch (work.type) {
    case 'prompt':
      return { id, needs, ...promptOf(work), ...(walks ? { prompt: typeof input === 'string' ? input : '' } : {}), ...limit }
    case 'tool':
      return { id, needs, kind: 'tool', tool: work.tool, input, prompt: '', routes: [], max_turns: 0, tools: [], ...limit }
    case 'branch':
    case 'gate':
      throw notRun(node)
    default:
      return unreachable(work)
  }
}

function promptOf({ kind, prompt, routes, max_turns, tools, output_format, agent, model }: PromptWork): Omit<DagNode, 'id' | 'needs'> {
  return {
    kind,
    prompt,
    routes,
    max_turns,
    tools,
    ...(output_format === '' ? {} : { output_format }),
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
  }
}

function notRun({ id, work }: PlanNode): NodeFailure {
  return new NodeFailure({ message: `"${id}" is a ${work.type}: there is nothing in it that an executor could run`, kind: 'error' })
}
