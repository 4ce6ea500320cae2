import type { Agents } from './executors/index.ts'
import { availableModels, defaultModel, type Env, type ModelConfig, type Models, parseModelName } from './providers/index.ts'
import type { Catalogue } from './routes/catalogue.ts'

/** What the environment and the workspace offer; read anew each time, so that an edited agent file counts at once. */
export function createCatalogue({ env, config, models, agents }: { readonly env: Env; readonly config: () => ModelConfig; readonly models: Models; readonly agents: Agents }): Catalogue {
  return {
    models: () =>
      availableModels(env, config()).map(({ name, missing }) => ({
        name,
        provider: name.slice(0, Math.max(0, name.indexOf(':'))),
        available: missing === undefined,
        ...(missing !== undefined && { hint: missing }),
      })),
    defaultModel() {
      const chosen = defaultModel(env, config())
      return chosen.ok ? { ok: true, name: chosen.name } : { ok: false, reason: inWords(chosen.error) }
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
