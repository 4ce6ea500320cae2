import { resolve } from 'node:path'
import type { WorkspaceConfig } from './config.ts'
import type { Agents } from './executors/index.ts'
import { sha256 } from './engine/index.ts'
import { accept, effectsOf, uncovered } from './policy/effects.ts'
import { readPolicyFile } from './policy/read.ts'
import { rulesFor } from './policy/rules.ts'
import { callsTools, toolsOfNodes, untrustedTools } from './policy/start.ts'
import type { Env } from './providers/index.ts'
import type { ToolCatalogue } from './routes/catalogue.ts'
import { ownToolsOf } from './tools/own-tools.ts'
import type { WorkspaceTools } from './tools/tool.ts'
import { createToolbox } from './tools/toolbox.ts'
import { createTrust } from './trust.ts'

export type ToolCatalogueOptions = {
  readonly env: Env
  /** The workspace's folder. */
  readonly workspace: string
  readonly readConfig: () => Promise<{ readonly config: WorkspaceConfig; readonly problem?: string }>
  readonly agents: Agents
  /** Trusts the folder whatever was decided before: `--trust`. */
  readonly trusted?: boolean
}

/**
 * What the workspace's tools are; configuration, modules and trust are read anew each time. What a trusted
 * folder's modules and servers offer is known from before by their text, so that they are seldom started.
 */
export function createToolCatalogue({ env, workspace, readConfig, agents, trusted }: ToolCatalogueOptions): ToolCatalogue {
  const trust = createTrust(env)
  const isTrusted = async (): Promise<boolean> => trusted === true || trust.isTrusted(workspace)

  async function withTools<T>(use: (tools: WorkspaceTools, config: WorkspaceConfig) => Promise<T>): Promise<T> {
    const { config } = await readConfig()
    const tools = createToolbox({ workspace, env, modules: config.tools ?? [], ...(config.effects === undefined ? {} : { effects: config.effects }), trusted: isTrusted })
    try {
      return await use(tools, config)
    } finally {
      await tools.close()
    }
  }
  return {
    list: () =>
      withTools(async (tools) => ({
        trusted: await isTrusted(),
        modules: (await tools.list()).map(({ module, tools: found, problem }) => ({ module, tools: found.map((tool) => ({ ...tool, raises: [...tool.raises] })), ...(problem === undefined ? {} : { problem: problem.message }) })),
      })),
    look: (own, use) => withTools((tools) => use((name) => tools.describe(name, own))),
    trust: (decision) => (decision ? trust.trust(workspace) : trust.distrust(workspace)),
    approvals: (plan, text, approve) =>
      withTools(async (tools, config) => {
        const file = config.policy === undefined ? null : await readPolicyFile(resolve(workspace, config.policy), config.policy)
        if (file?.ok === false) return { ok: false, reason: file.reason }
        const own = file === null ? [] : rulesFor({ file: file.rules, untrusted: !(await isTrusted()) })
        const effects = callsTools(plan) ? await effectsOf(plan, toolsOfNodes(tools, agents, ownToolsOf(plan))) : []
        // A yes is for what the run was seen to do, and comes after the user's rules.
        const rules = [...own, ...accept(approve, sha256(text))]
        const open = uncovered(effects, own).filter(({ effect }) => !approve.includes(effect))
        const untrusted = callsTools(plan) && !(await isTrusted()) ? await untrustedTools(plan, tools, agents, ownToolsOf(plan)) : new Map<string, readonly string[]>()
        return { ok: true, rules, open, untrusted: [...new Set([...untrusted.values()].flat())] }
      }),
  }
}
