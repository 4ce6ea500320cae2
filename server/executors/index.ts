import { unreachable } from '../../src/core/index.ts'
import type { Executor } from '../engine/ports.ts'
import { createModels, type Env, type ModelConfig, type Models } from '../providers/index.ts'
import type { Price } from '../providers/prices.ts'
import { createAgents, type Agents } from './agents.ts'
import { executePrompt, renderPrompt, type PromptExecutorOptions } from './prompt.ts'

export { createAgents } from './agents.ts'
export type { Agent, Agents } from './agents.ts'

export type ExecutorOptions = {
  /** Where keys, addresses and the default model come from. */
  readonly env: Env
  /** What `heddle.json` says about models. */
  readonly config?: ModelConfig & { readonly prices?: ReadonlyMap<string, Price> }
  /** Default: the models that `env` describes. */
  readonly models?: Models
  /** Default: those of `workspace`, then the built-in ones. */
  readonly agents?: Agents
  /** The workspace's folder, for its agents. */
  readonly workspace?: string
  readonly fetch?: typeof globalThis.fetch
  /** From 0 to below 1; default `Math.random`. */
  readonly random?: () => number
}

/** The executor of every kind of work that a plan may hold: one dispatcher, one place to look. */
export function createExecutor({ env, config = {}, workspace, fetch, ...given }: ExecutorOptions): Executor {
  const { prices } = config
  const models = given.models ?? createModels({ env, ...(prices === undefined ? {} : { prices }), ...(fetch === undefined ? {} : { fetch }) })
  const agents = given.agents ?? createAgents(workspace ?? null)
  const options: PromptExecutorOptions = { env, config, models, agents, random: given.random ?? Math.random }
  return {
    render(node, inputs) {
      switch (node.work.type) {
        case 'prompt':
          return renderPrompt(node, inputs)
        default:
          return unreachable(node.work.type)
      }
    },
    execute(context, node, input) {
      switch (node.work.type) {
        case 'prompt':
          return executePrompt(options, context, node, input)
        default:
          return unreachable(node.work.type)
      }
    },
  }
}
