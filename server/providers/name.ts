import type { RunError } from '../../src/core/index.ts'

/** The providers, as they are written before the colon of a model's name. */
export const providerNames = ['openai', 'anthropic', 'openai-compatible', 'simulated'] as const

export type ProviderName = (typeof providerNames)[number]

/** A model's name, taken apart. */
export type ModelName = {
  readonly provider: ProviderName
  readonly model: string
  /** Given in the name itself, without a final slash: only for `openai-compatible`. */
  readonly address?: string
}

export type NameResult = { readonly ok: true; readonly value: ModelName } | { readonly ok: false; readonly error: RunError }

const example = 'for example openai:gpt-5-mini, anthropic:claude-sonnet-5-5, openai-compatible:qwen3@http://127.0.0.1:11434/v1 or simulated:echo'

/**
 * Takes `provider:model` apart. The model may hold colons (`openai-compatible:qwen3:8b`); an
 * `openai-compatible` name may end in `@` and the address of its server.
 */
export function parseModelName(text: string): NameResult {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('the model name is empty', `Write provider:model, ${example}.`)
  const colon = trimmed.indexOf(':')
  if (colon < 0) {
    return refuse(`"${trimmed}" is not a model name: it names no provider`, `Write provider:model, for example ${guessProvider(trimmed)}:${trimmed}.`)
  }
  const written = trimmed.slice(0, colon).trim()
  const provider = providerNames.find((name) => name === written.toLowerCase())
  if (provider === undefined) {
    return refuse(`"${written}" is not a provider that Heddle knows`, `The providers are ${providerNames.join(', ')}; ${example}.`)
  }
  const rest = trimmed.slice(colon + 1).trim()
  if (provider !== 'openai-compatible') {
    if (rest === '') return refuse(`"${trimmed}" names no model after "${provider}:"`, `Write provider:model, ${example}.`)
    if (provider === 'simulated' && rest !== 'echo') {
      return refuse(`there is no simulated model "${rest}"`, 'The only simulated model is simulated:echo.')
    }
    return { ok: true, value: { provider, model: rest } }
  }
  const at = rest.search(/@[a-z][a-z0-9+.-]*:\/\//i)
  const model = (at < 0 ? rest : rest.slice(0, at)).trim()
  if (model === '') return refuse(`"${trimmed}" names no model after "${provider}:"`, `Write openai-compatible:MODEL@ADDRESS, ${example}.`)
  if (at < 0) return { ok: true, value: { provider, model } }
  const address = readAddress(rest.slice(at + 1))
  if (!address.ok) return refuse(`the address in "${trimmed.replace(/\/\/[^/@]*@/, '//')}" ${address.reason}`, address.hint)
  return { ok: true, value: { provider, model, address: address.value } }
}

export type AddressResult = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string; readonly hint: string }

/** Reads the base address of a server: http or https, no credentials, no final slash. */
export function readAddress(text: string): AddressResult {
  if (!URL.canParse(text.trim())) return { ok: false, reason: 'is not a web address', hint: 'Write it like http://127.0.0.1:11434/v1.' }
  const url = new URL(text.trim())
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, reason: `begins with ${url.protocol}//, not with http:// or https://`, hint: 'Write it like http://127.0.0.1:11434/v1.' }
  }
  // A name is recorded in every run's log, so a password must never be part of it.
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'holds a user name or a password', hint: 'Take them out of the address and give the key in OPENAI_API_KEY.' }
  }
  url.hash = ''
  return { ok: true, value: url.href.replace(/\/+$/, '') }
}

function guessProvider(model: string): ProviderName {
  if (/^claude/i.test(model)) return 'anthropic'
  if (/^(gpt|o\d|chatgpt)/i.test(model)) return 'openai'
  return model === 'echo' ? 'simulated' : 'openai-compatible'
}

function refuse(message: string, hint: string): NameResult {
  return { ok: false, error: { kind: 'error', message, hint } }
}
