import type { RunError } from '../../src/core/index.ts'
import { parseModelName } from './name.ts'

/** Environment variables, handed in: nothing here looks at the process's own. */
export type Env = { readonly [name: string]: string | undefined }

/** What the workspace's `heddle.json` says about models. */
export type ModelConfig = { readonly model?: string; readonly local?: string }

/** Asked when a provider's key is all that is known. */
export const defaultModels = { openai: 'openai:gpt-5-mini', anthropic: 'anthropic:claude-sonnet-5-5' } as const

export const simulatedModel = 'simulated:echo'

export type DefaultModel = { readonly ok: true; readonly name: string; readonly from: string } | { readonly ok: false; readonly error: RunError }

/** The value of a variable; one that is set to nothing counts as not set. */
export function variable(env: Env, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

/**
 * The model of nodes that name none when the command line names none either: `heddle.json`,
 * `HEDDLE_MODEL`, the provider whose key is set (OpenAI before Anthropic), the simulated one.
 * `from` says which of them decided, in words for the user.
 *
 * An address without a model is a provider that somebody meant to use: it is an error, since the
 * simulated model must never stand in silently for a real one.
 */
export function defaultModel(env: Env, config: ModelConfig = {}): DefaultModel {
  if (config.model !== undefined) return { ok: true, name: config.model, from: 'heddle.json' }
  const named = variable(env, 'HEDDLE_MODEL')
  if (named !== undefined) return { ok: true, name: named, from: 'HEDDLE_MODEL' }
  if (variable(env, 'OPENAI_API_KEY') !== undefined) return { ok: true, name: defaultModels.openai, from: 'OPENAI_API_KEY' }
  if (variable(env, 'ANTHROPIC_API_KEY') !== undefined) return { ok: true, name: defaultModels.anthropic, from: 'ANTHROPIC_API_KEY' }
  const address = variable(env, 'OPENAI_BASE_URL')
  if (address !== undefined) {
    return {
      ok: false,
      error: {
        kind: 'error',
        message: 'OPENAI_BASE_URL is set, but no model is chosen',
        hint: 'Name the model that its server offers: set HEDDLE_MODEL or use --model, for example openai-compatible:qwen3.',
      },
    }
  }
  return { ok: true, name: simulatedModel, from: 'nothing is configured' }
}

/** A model to offer in a list. Names and reasons only, never keys. */
export type AvailableModel = {
  readonly name: string
  /** What nodes without a model of their own are run with. */
  readonly default?: true
  readonly simulated?: true
  /** Why it cannot be asked as things stand. */
  readonly missing?: string
}

/** The models to offer for a workspace, the default first. Any other name may be typed in. */
export function availableModels(env: Env, config: ModelConfig = {}): readonly AvailableModel[] {
  const chosen = defaultModel(env, config)
  const names = new Set<string>()
  if (chosen.ok) names.add(chosen.name)
  if (config.local !== undefined) names.add(config.local)
  if (variable(env, 'OPENAI_API_KEY') !== undefined) {
    for (const model of ['gpt-5-mini', 'gpt-5', 'gpt-5-nano']) names.add(`openai:${model}`)
  }
  if (variable(env, 'ANTHROPIC_API_KEY') !== undefined) {
    for (const model of ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5']) names.add(`anthropic:${model}`)
  }
  names.add(simulatedModel)
  return [...names].map((name): AvailableModel => {
    const missing = missingFor(env, name)
    return {
      name,
      ...(chosen.ok && name === chosen.name ? { default: true as const } : {}),
      ...(name === simulatedModel ? { simulated: true as const } : {}),
      ...(missing === undefined ? {} : { missing }),
    }
  })
}

function missingFor(env: Env, name: string): string | undefined {
  const parsed = parseModelName(name)
  if (!parsed.ok) return parsed.error.message
  const { provider, address } = parsed.value
  if (provider === 'openai' && variable(env, 'OPENAI_API_KEY') === undefined) return 'OPENAI_API_KEY is not set'
  if (provider === 'anthropic' && variable(env, 'ANTHROPIC_API_KEY') === undefined) return 'ANTHROPIC_API_KEY is not set'
  if (provider === 'openai-compatible' && address === undefined && variable(env, 'OPENAI_BASE_URL') === undefined) {
    return 'OPENAI_BASE_URL is not set'
  }
  return undefined
}
