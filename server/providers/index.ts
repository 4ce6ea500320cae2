import type { RunError } from '../../src/core/index.ts'
import { createEcho } from './echo.ts'
import { variable, type Env } from './environment.ts'
import { ModelFailure, type Model } from './model.ts'
import { parseModelName, readAddress, type ModelName } from './name.ts'
import { priceOf, withCost, type Price } from './prices.ts'
import { createRedactor } from './redact.ts'

export { availableModels, defaultModel, defaultModels, simulatedModel, variable } from './environment.ts'
export type { AvailableModel, DefaultModel, Env, ModelConfig } from './environment.ts'
export { ModelFailure } from './model.ts'
export type { Model, ModelDelta, ModelRequest, ModelTurn, OfferedTool, ToolCall } from './model.ts'
export { parseModelName, providerNames } from './name.ts'
export { askModel } from './retry.ts'
export type { Answer, Attempts } from './retry.ts'

export type ModelsOptions = {
  readonly env: Env
  /** US dollars for a million tokens, by model name: the workspace's own. */
  readonly prices?: ReadonlyMap<string, Price>
  readonly fetch?: typeof globalThis.fetch
}

export type FoundModel = { readonly ok: true; readonly model: Model } | { readonly ok: false; readonly error: RunError }

/** The models by name. Finding one reads the environment only; nothing is asked and nothing loaded. */
export type Models = { find(name: string): FoundModel }

const officialAddress = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' } as const

export function createModels({ env, prices, fetch = globalThis.fetch }: ModelsOptions): Models {
  const made = new Map<string, FoundModel>()
  const make = (name: string): FoundModel => {
    const parsed = parseModelName(name)
    if (!parsed.ok) return parsed
    if (parsed.value.provider === 'simulated') return { ok: true, model: createEcho(name.trim()) }
    return overHttp(name.trim(), parsed.value, { env, fetch, ...(prices === undefined ? {} : { prices }) })
  }
  return {
    find(name) {
      const known = made.get(name)
      if (known !== undefined) return known
      const found = make(name)
      made.set(name, found)
      return found
    },
  }
}

function overHttp(name: string, parsed: ModelName, { env, prices, fetch }: Required<Pick<ModelsOptions, 'env' | 'fetch'>> & Pick<ModelsOptions, 'prices'>): FoundModel {
  const provider = parsed.provider === 'simulated' ? 'openai-compatible' : parsed.provider
  const keyVariable = provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'
  const addressVariable = provider === 'anthropic' ? 'ANTHROPIC_BASE_URL' : 'OPENAI_BASE_URL'
  const set = variable(env, addressVariable)
  const written = parsed.address ?? set
  if (written === undefined && provider === 'openai-compatible') {
    return refuse({
      kind: 'error',
      message: `OPENAI_BASE_URL is not set: ${name} has no address to ask`,
      hint: `Export OPENAI_BASE_URL, or write the address into the name: ${name}@http://127.0.0.1:11434/v1.`,
    })
  }
  const official = provider === 'openai-compatible' ? '' : officialAddress[provider]
  const address = readAddress(written ?? official)
  if (!address.ok) return refuse({ kind: 'error', message: `${addressVariable} ${address.reason}`, hint: address.hint })
  const key = mayHaveKey(provider, parsed, set) ? variable(env, keyVariable) : undefined
  if (key === undefined && provider !== 'openai-compatible') {
    const compatible = set === undefined ? '' : ` A server that needs no key is named openai-compatible:${parsed.model}.`
    return refuse({
      kind: 'missing-key',
      message: `${keyVariable} is not set: export it or choose another model with --model`,
      hint: `simulated:echo needs no key.${provider === 'openai' ? compatible : ''}`,
    })
  }
  const custom = official === '' || new URL(address.value).host !== new URL(official).host
  const price = priceOf(name, prices)
  const destination = {
    provider,
    name,
    model: parsed.model,
    address: address.value,
    custom,
    keyVariable,
    ...(key === undefined ? {} : { key }),
    redactor: createRedactor([variable(env, 'OPENAI_API_KEY'), variable(env, 'ANTHROPIC_API_KEY')]),
    price: (usage: Parameters<typeof withCost>[0]) => withCost(usage, price),
    fetch,
  }
  let loaded: Promise<Model> | undefined
  const model: Model = {
    name,
    async *ask(request) {
      // The client takes a quarter of a second to load: only a run that asks a model waits for it.
      loaded ??= import('./connect.ts').then(({ connect }) => connect(destination))
      yield* (await loaded).ask(request)
    },
  }
  return { ok: true, model }
}

/**
 * A name may come from a workflow file, and the file from a stranger: a key goes to the address that
 * the environment names, never to another one that only a name does.
 */
function mayHaveKey(provider: ModelName['provider'], { address }: ModelName, set: string | undefined): boolean {
  if (provider !== 'openai-compatible' || address === undefined) return true
  return set !== undefined && URL.canParse(set) && new URL(set).origin === new URL(address).origin
}

function refuse(error: RunError): FoundModel {
  return { ok: false, error }
}

/** Loads the client of a model that is asked over HTTP, so that it is there when the first node wants it. */
export function preload(name: string | undefined): void {
  const parsed = name === undefined ? undefined : parseModelName(name)
  if (parsed?.ok === true && parsed.value.provider !== 'simulated') import('./connect.ts').catch(() => {})
}

/** The same as a rejection, for executors. */
export function requireModel(models: Models, name: string): Model {
  const found = models.find(name)
  if (!found.ok) throw new ModelFailure(found.error)
  return found.model
}
