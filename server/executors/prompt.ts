import { buildNodePrompt, type Json, type PlanNode, type PromptWork } from '../../src/core/index.ts'
import { NodeFailure, type ExecutionContext, type NodeInputs, type NodeOutput } from '../engine/ports.ts'
import { askModel, defaultModel, requireModel, simulatedModel, type Env, type ModelConfig, type Models } from '../providers/index.ts'
import type { Agent, Agents } from './agents.ts'

export type PromptExecutorOptions = {
  readonly env: Env
  readonly config?: ModelConfig
  readonly models: Models
  readonly agents: Agents
  /** Spreads retries; from 0 to below 1. */
  readonly random: () => number
}

/** The prompt of a node, with the outputs of the nodes that it needs. */
export function renderPrompt(node: PlanNode, work: PromptWork, inputs: NodeInputs): string {
  return buildNodePrompt({ ...work, needs: node.needs }, inputs)
}

/**
 * Asks a model what a node's prompt says. An agent is the same model with a system prompt of its
 * own: without tools to call it is done at its first answer, whatever its limit of turns.
 */
export async function executePrompt(options: PromptExecutorOptions, context: ExecutionContext, node: PlanNode, work: PromptWork, input: Json): Promise<NodeOutput> {
  const agent = work.agent === undefined ? undefined : await findAgent(options.agents, work.agent)
  refuseTools(node, work, agent)
  const name = work.model ?? agent?.model ?? context.options.model ?? chosenModel(options)
  const model = requireModel(options.models, name)
  const prompt = typeof input === 'string' ? input : JSON.stringify(input)
  const output = await context.step('turn-1', async () => {
    const { text, ...counted } = await askModel(
      model,
      {
        prompt,
        ...(agent === undefined ? {} : { system: agent.system_prompt }),
        signal: context.signal,
        sleep: (ms) => context.sleep(ms),
      },
      {
        delta: (piece) => context.delta(piece),
        retrying: (attempt, delay, error) => context.retrying(attempt, delay, error),
        random: options.random,
      },
    )
    return { result: text, model: name, ...counted }
  })
  // The usage of the visit is the sum of its sub-records, those of earlier attempts included.
  return { output, ...(model.name === simulatedModel ? { simulated: true as const } : {}) }
}

async function findAgent(agents: Agents, type: string): Promise<Agent> {
  const found = await agents.find(type)
  if (!found.ok) throw new NodeFailure(found.error)
  return found.agent
}

/** An agent that is promised tools and has none would make things up: it is not asked. */
function refuseTools(node: PlanNode, work: PromptWork, agent: Agent | undefined): void {
  const tools = [...work.tools, ...(agent?.tools ?? [])]
  if (tools.length === 0) return
  const where = work.tools.length > 0 ? `node "${node.id}"` : `the agent "${agent?.id ?? ''}"`
  throw new NodeFailure({
    kind: 'error',
    message: `${where} lists tools (${tools.join(', ')}), and the nodes of a dag cannot call tools`,
    hint: 'Remove `tools`, and give the node what it must know in its prompt or through `needs`.',
  })
}

function chosenModel({ env, config }: PromptExecutorOptions): string {
  const chosen = defaultModel(env, config)
  if (!chosen.ok) throw new NodeFailure(chosen.error)
  return chosen.name
}
