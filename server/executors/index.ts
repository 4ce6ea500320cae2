import { unreachable } from '../../src/core/index.ts'
import { NodeFailure, type Executor } from '../engine/ports.ts'
import { createModels, type Env, type ModelConfig, type Models } from '../providers/index.ts'
import type { Price } from '../providers/prices.ts'
import { createAgents, type Agents } from './agents.ts'
import { executePrompt, type PromptExecutorOptions } from './prompt.ts'
import { renderPrompt, renderTool } from './render.ts'
import { executeTool } from './tool.ts'
import { createToolbox } from '../tools/toolbox.ts'
import type { Toolbox } from '../tools/tool.ts'

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
  /** Makes the tools of one run; they are closed when its attempt is over. Default: those that come with Heddle. */
  readonly tools?: (run: string) => Toolbox
  readonly fetch?: typeof globalThis.fetch
  /** From 0 to below 1; default `Math.random`. */
  readonly random?: () => number
}

/** The executor of every kind of work that a plan may hold: one dispatcher, one place to look. */
export function createExecutor({ env, config = {}, workspace, fetch, ...given }: ExecutorOptions): Executor {
  const { prices } = config
  const models = given.models ?? createModels({ env, ...(prices === undefined ? {} : { prices }), ...(fetch === undefined ? {} : { fetch }) })
  const agents = given.agents ?? createAgents(workspace ?? null)
  const makeTools = given.tools ?? (() => createToolbox({ workspace: workspace ?? process.cwd(), env }))
  const open = new Map<string, Toolbox>()

  /** One toolbox for each run, made when its first tool is called. */
  function toolsOf(run: string): Toolbox {
    let tools = open.get(run)
    if (tools === undefined) {
      tools = makeTools(run)
      open.set(run, tools)
    }
    return tools
  }
  const options: PromptExecutorOptions = { env, config, models, agents, toolsOf, random: given.random ?? Math.random }

  return {
    render(node, inputs, texts) {
      switch (node.work.type) {
        case 'prompt':
          return renderPrompt(node, node.work, inputs, texts)
        case 'tool':
          return renderTool(node.work, texts)
        case 'branch':
        case 'gate':
          throw notHere(node.work.type)
        default:
          return unreachable(node.work)
      }
    },
    execute(context, node, input) {
      switch (node.work.type) {
        case 'prompt':
          return executePrompt(options, context, node, node.work, input)
        case 'tool':
          return executeTool(toolsOf(context.run), context, node.work, input)
        case 'branch':
        case 'gate':
          throw notHere(node.work.type)
        default:
          return unreachable(node.work)
      }
    },
    async release(run) {
      const tools = open.get(run)
      open.delete(run)
      await tools?.close()
    },
  }
}

function notHere(type: string): NodeFailure {
  return new NodeFailure({ kind: 'error', message: `nodes of the type ${type} cannot be run` })
}
