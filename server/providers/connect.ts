import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { unreachable, type Usage } from '../../src/core/index.ts'
import { explainFailure, namesModel, type Asked } from './failure.ts'
import { type Model, ModelFailure } from './model.ts'
import type { Redactor } from './redact.ts'
import { streamAnswer, type Connection } from './stream.ts'
import { reading } from './told.ts'
import { createWire, type Fetch, type Protocol } from './wire.ts'

/** All that is needed to reach a model over HTTP. */
export type Destination = {
  readonly provider: 'openai' | 'anthropic' | 'openai-compatible'
  readonly name: string
  readonly model: string
  readonly address: string
  readonly custom: boolean
  readonly key?: string
  readonly keyVariable: string
  readonly redactor: Redactor
  readonly price: (usage: Usage) => Usage
  readonly fetch: Fetch
}

type Endpoint = { readonly protocol: Protocol; readonly address: string }

/**
 * A model over HTTP. OpenAI itself is asked by its Responses API; other servers of that shape by
 * chat completions, which all of them have. Where an address has no such endpoint (404) the
 * likely others are tried in turn, and the one that answers is kept.
 */
export function connect(destination: Destination): Model {
  let found: Endpoint | undefined
  return {
    name: destination.name,
    async *ask(request) {
      const endpoints = found === undefined ? endpointsOf(destination) : [found]
      let first: ModelFailure | undefined
      for (const endpoint of endpoints) {
        try {
          yield* streamAnswer(connection(destination, endpoint), request)
          found = endpoint
          return
        } catch (cause) {
          const failure = cause instanceof ModelFailure ? cause : explainFailure(cause, askedOf(destination, endpoint), Date.now())
          first ??= failure
          if (!isMissingEndpoint(failure, destination)) throw failure
        }
      }
      throw first ?? new ModelFailure({ kind: 'unreachable', message: `${destination.address} has no endpoint to ask` })
    },
  }
}

/** In the order in which they are tried. */
export function endpointsOf({ provider, address, custom }: Pick<Destination, 'provider' | 'address' | 'custom'>): readonly Endpoint[] {
  if (provider === 'anthropic') return [{ protocol: 'messages', address: /\/v\d+$/.test(address) ? address : `${address}/v1` }]
  const chat: Endpoint[] = [{ protocol: 'chat', address }]
  if (new URL(address).pathname === '/') chat.push({ protocol: 'chat', address: `${address}/v1` })
  if (provider === 'openai-compatible') return chat
  const responses: Endpoint = { protocol: 'responses', address }
  return custom ? [...chat, responses] : [responses, ...chat]
}

function isMissingEndpoint(failure: ModelFailure, destination: Destination): boolean {
  const told = reading(failure.cause)
  return told.status === 404 && !namesModel(told, destination)
}

function connection(destination: Destination, { protocol, address }: Endpoint): Connection {
  const { provider, name, model, key, redactor, price, fetch: base } = destination
  const wire = createWire(base, protocol)
  const common = { wire, asked: askedOf(destination, { protocol, address }), redactor, price }
  const settings = { baseURL: address, fetch: wire.fetch }
  switch (provider) {
    case 'openai': {
      const openai = createOpenAI({ ...settings, apiKey: key ?? '' })
      return protocol === 'responses'
        ? { ...common, model: openai.responses(model), providerOptions: { openai: { store: false } } }
        : { ...common, model: openai.chat(model) }
    }
    case 'anthropic':
      return { ...common, model: createAnthropic({ ...settings, apiKey: key ?? '' })(model) }
    case 'openai-compatible': {
      const compatible = createOpenAICompatible({ ...settings, name: name.slice(0, name.indexOf(':')), includeUsage: true, ...(key === undefined ? {} : { apiKey: key }) })
      return { ...common, model: compatible(model) }
    }
    default:
      return unreachable(provider)
  }
}

function askedOf(destination: Destination, endpoint: Endpoint): Asked {
  const { name, model, custom, key, keyVariable, redactor } = destination
  return { name, model, address: endpoint.address, custom, keyVariable, hasKey: key !== undefined, redact: (text) => redactor.text(text) }
}
