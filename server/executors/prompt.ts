import type { Json, PlanNode, PromptWork } from '../../src/core/index.ts'
import { NodeFailure, type ExecutionContext, type NodeOutput } from '../engine/ports.ts'
import { defaultModel, requireModel, simulatedModel, type Env, type ModelConfig, type Models } from '../providers/index.ts'
import type { Toolbox } from '../tools/tool.ts'
import { runAgent } from './agent.ts'
import type { Agent, Agents } from './agents.ts'
import { asText, readAnswer, simulatedAnswer } from './answer.ts'
import { offerTools } from './offered.ts'

export type PromptExecutorOptions = {
  readonly env: Env
  readonly config?: ModelConfig
  readonly models: Models
  readonly agents: Agents
  readonly toolsOf: (run: string) => Toolbox
  /** Spreads retries; from 0 to below 1. */
  readonly random: () => number
}

/** Model requests that an agent of a walk may make: its nodes have no field for that. */
const WALK_TURNS = 16

/**
 * Asks a model what a node's prompt says. An agent is the same model with a system prompt of its own;
 * with tools it is asked again with what came of its calls, until it calls none or its turns are over.
 */
export async function executePrompt(options: PromptExecutorOptions, context: ExecutionContext, node: PlanNode, work: PromptWork, input: Json): Promise<NodeOutput> {
  const agent = work.agent === undefined ? undefined : await findAgent(options.agents, work.agent)
  const model = requireModel(options.models, work.model ?? agent?.model ?? context.options.model ?? chosenModel(options))
  const names = [...work.tools, ...(agent?.tools ?? [])]
  const tools = names.length === 0 ? null : await offerTools(options.toolsOf(context.run), names, context.ownTools)
  const walks = isOfWalk(node)
  const simulated = model.name === simulatedModel
  const system = agent?.system_prompt ?? context.system
  const output = await runAgent(context, {
    model,
    prompt: typeof input === 'string' ? input : JSON.stringify(input),
    tools,
    maxTurns: work.max_turns > 0 ? work.max_turns : walks ? WALK_TURNS : 1,
    // In a dag the kind changes the prompt and nothing else.
    read: !walks ? asText : simulated ? (text) => ({ ok: true, output: simulatedAnswer(work, text) }) : (text) => readAnswer(work, text),
    random: options.random,
    ...(system === undefined ? {} : { system }),
  })
  // The usage of the visit is the sum of its sub-records, those of earlier attempts included.
  return { output, ...(simulated ? { simulated: true as const } : {}) }
}

/** Only the nodes of a walk say what is to happen when they fail. */
function isOfWalk(node: PlanNode): boolean {
  return 'on_error' in node
}

async function findAgent(agents: Agents, type: string): Promise<Agent> {
  const found = await agents.find(type)
  if (!found.ok) throw new NodeFailure(found.error)
  return found.agent
}

function chosenModel({ env, config }: PromptExecutorOptions): string {
  const chosen = defaultModel(env, config)
  if (!chosen.ok) throw new NodeFailure(chosen.error)
  return chosen.name
}
