import type { WorkspaceConfig } from './config.ts'
import type { Agents } from './executors/index.ts'
import { availableModels, defaultModel, type Env, type Models, parseModelName } from './providers/index.ts'
import type { Catalogue, ToolCatalogue } from './routes/catalogue.ts'

const DEFAULT_PARALLEL = 4

export type CatalogueOptions = {
  readonly env: Env
  readonly readConfig: () => Promise<{ readonly config: WorkspaceConfig; readonly problem?: string }>
  readonly models: Models
  readonly agents: Agents
  readonly tools: ToolCatalogue
}

/** What the environment and the workspace offer; read anew each time, so that an edited file counts at once. */
export function createCatalogue({ env, readConfig, models, agents, tools }: CatalogueOptions): Catalogue {
  return {
    tools,
    async models() {
      const { config } = await readConfig()
      return availableModels(env, config).map(({ name, missing }) => ({
        name,
        provider: name.slice(0, Math.max(0, name.indexOf(':'))),
        available: missing === undefined,
        ...(missing !== undefined && { hint: missing }),
      }))
    },
    async defaults() {
      const { config, problem } = await readConfig()
      const maxParallel = config.maxParallel !== undefined && config.maxParallel > 0 ? config.maxParallel : DEFAULT_PARALLEL
      // What the file would have said is not guessed at.
      if (problem !== undefined) return { maxParallel, model: { ok: false, reason: problem } }
      const chosen = defaultModel(env, config)
      return { maxParallel, model: chosen.ok ? { ok: true, name: chosen.name } : { ok: false, reason: inWords(chosen.error) } }
    },
    refuseModel(name) {
      const parsed = parseModelName(name)
      if (!parsed.ok) return { reason: inWords(parsed.error), unknown: true }
      const found = models.find(name)
      return found.ok ? null : { reason: inWords(found.error), unknown: false }
    },
    agents: async () => (await agents.list()).map(({ id }) => id),
    async refuseAgent(type) {
      const found = await agents.find(type)
      return found.ok ? null : inWords(found.error)
    },
  }
}

function inWords({ message, hint }: { readonly message: string; readonly hint?: string }): string {
  const said = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`
  return hint === undefined ? said : `${said} ${hint}`
}
