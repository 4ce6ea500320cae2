import { buildNodePrompt, type DagNode, type Json, type NodeResult, type PlanNode, type PromptWork } from '../../src/core/index.ts'
import { showDuration } from '../engine/duration.ts'
import { NodeFailure, type ExecutionContext, type Executor as EngineExecutor, type NodeOutput } from '../engine/ports.ts'

/** The results of the nodes that a node needs, by id. Has no prototype. */
export type ExecutorInputs = { readonly [id: string]: NodeResult }

/**
 * Runs one node: resolves with its output (text, or any other JSON value), or throws to fail the node.
 * `context.signal` is aborted when the run is cancelled or the node's time is over.
 */
export type ExecuteNode = (context: ExecutionContext, node: DagNode, inputs: ExecutorInputs) => Promise<Json> | Json

/** Does the work of the nodes: an object, or simply a function. */
export type Executor = { readonly executeNode: ExecuteNode } | ExecuteNode

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
    render: (node, inputs) => buildNodePrompt({ ...promptOf(node), needs: node.needs }, inputs),
    async execute(context, node): Promise<NodeOutput> {
      const inputs = Object.create(null) as { [id: string]: NodeResult }
      for (const [id, result] of context.results) inputs[id] = result
      const output = await executeNode(context, nodeOf(node), inputs)
      if (output === undefined) throw new NodeFailure({ message: 'its executor returned nothing: it must return a text or another JSON value', kind: 'invalid-output' })
      return { output }
    },
  }
}

function functionOf(executor: Executor): ExecuteNode {
  if (typeof executor === 'function') return executor
  const given: unknown = executor
  if (given === null || typeof given !== 'object' || typeof executor.executeNode !== 'function') throw new MissingExecutorError(given)
  return (context, node, inputs) => executor.executeNode(context, node, inputs)
}

/** The node of a plan as the definition has it: the same for a run from code and for one that is resumed. */
function nodeOf(node: PlanNode): DagNode {
  const { id, needs, timeout } = node
  const work = promptOf(node)
  return {
    id,
    needs,
    kind: work.kind,
    prompt: work.prompt,
    routes: work.routes,
    max_turns: work.max_turns,
    tools: work.tools,
    ...(work.output_format === '' ? {} : { output_format: work.output_format }),
    ...(work.agent === undefined ? {} : { agent: work.agent }),
    ...(work.model === undefined ? {} : { model: work.model }),
    ...(timeout === undefined ? {} : { timeout: showDuration(timeout) }),
  }
}

/** A run of another dialect has nodes that an executor of a `dag` cannot do. */
function promptOf({ id, work }: PlanNode): PromptWork {
  if (work.type === 'prompt') return work
  throw new NodeFailure({ message: `"${id}" is a ${work.type}: an executor of your own runs the nodes of a dag only`, kind: 'error' })
}
