import type { FailureKind, RunError } from '../../src/core/index.ts'
import { ModelFailure } from './model.ts'
import { reading, retryAfter, type Told } from './told.ts'

/** What is known about the request that failed. */
export type Asked = {
  readonly name: string
  /** The model's name without its provider. */
  readonly model: string
  readonly address: string
  /** The variable that holds the key, if the provider has one. */
  readonly keyVariable: string
  readonly hasKey: boolean
  /** The address was chosen by the user, in a variable or in the model's name. */
  readonly custom: boolean
  readonly redact: (text: string) => string
}

/**
 * Puts whatever a request came to into the words of a run: what happened, at whom, and how to
 * mend it. Faults of the way (429, 5xx, dropped connections) are `transient`.
 */
export function explainFailure(cause: unknown, asked: Asked, now: number): ModelFailure {
  if (cause instanceof ModelFailure) return cause
  const told = reading(cause)
  const fail = (kind: FailureKind, message: string, hint: string | undefined, transient = false) => {
    const error: RunError = {
      kind,
      message: asked.redact(message),
      ...(hint === undefined ? {} : { hint: asked.redact(hint) }),
    }
    const wait = transient ? retryAfter(told.headers, now) : undefined
    return new ModelFailure(error, { transient, cause, ...(wait === undefined ? {} : { retryAfter: wait }) })
  }
  if (told.status !== undefined && told.status >= 400) return fail(...explainStatus(told.status, told, asked))
  if (told.network !== undefined) return fail(...explainNetwork(told.network, asked))
  if (/\bbad port\b/.test(told.said)) {
    return fail('unreachable', `${asked.address} uses a port that is kept for other services and never asked over HTTP`, 'Let the server listen on another port.')
  }
  if (told.broken) return fail('unreachable', `the connection to ${asked.address} broke before the answer was complete`, undefined, true)
  if (told.malformed) {
    return fail('invalid-output', `${asked.address} sent an answer that cannot be read: ${told.said}`, badAddressHint(asked))
  }
  const [kind, transient] = streamErrors.get(told.type ?? '') ?? ['error', false]
  return fail(kind, `${asked.name} failed: ${told.said}`, undefined, transient)
}

type Words = readonly [kind: FailureKind, message: string, hint: string | undefined, transient?: boolean]

function explainStatus(status: number, told: Told, asked: Asked): Words {
  const said = told.said === '' ? '' : `: ${told.said}`
  if (status === 401) {
    return asked.hasKey
      ? ['refused', `${asked.address} refused the key in ${asked.keyVariable} (401)${said}`, `Check ${asked.keyVariable}: is it whole, current and meant for this provider?`]
      : ['missing-key', `${asked.address} wants a key (401)${said}`, `Export ${asked.keyVariable} or choose another model with --model.`]
  }
  if (status === 402) return ['refused', `${asked.address} wants a payment first (402)${said}`, 'Check the balance of the account that the key belongs to.']
  if (status === 403) {
    return ['refused', `${asked.address} does not let this key use ${asked.name} (403)${said}`, `Check what the key in ${asked.keyVariable} may use, or choose another model with --model.`]
  }
  if (status === 404) {
    return namesModel(told, asked)
      ? ['error', `${asked.address} knows no model "${asked.model}" (404)${said}`, 'Check the name after the colon, and whether the model is installed there and open to this key.']
      : ['unreachable', `nothing at ${asked.address} answers to requests for models (404)${said}`, badAddressHint(asked)]
  }
  if (status === 413) return ['error', `the prompt is too large for ${asked.address} (413)${said}`, 'Shorten the prompt or the results that it receives.']
  if (status === 429) {
    if (told.type === 'insufficient_quota') {
      return ['rate-limited', `the account behind ${asked.keyVariable} has no quota left (429)${said}`, 'Check the plan and the balance at the provider.']
    }
    return ['rate-limited', `${asked.address} is asked too often (429)${said}`, 'Run fewer nodes at once with --max-parallel, or try again later.', true]
  }
  if (status === 529) return ['rate-limited', `${asked.address} is overloaded (529)${said}`, 'Try again later.', true]
  if (status === 408 || status >= 500) return ['error', `${asked.address} failed (${status})${said}`, undefined, status !== 501]
  return ['error', `${asked.address} refused the request (${status})${said}`, undefined]
}

function explainNetwork(code: string, asked: Asked): Words {
  const { address } = asked
  switch (code) {
    case 'ECONNREFUSED':
      return ['unreachable', `nothing answers at ${address}; is the server running?`, undefined]
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return ['unreachable', `the host of ${address} is not found`, 'Check the address and the network connection.', code === 'EAI_AGAIN']
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return ['unreachable', `${address} cannot be reached from here`, 'Check the address and the network connection.']
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return ['unreachable', `${address} did not take the connection in time`, 'Check the address and the network connection.', true]
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return ['unreachable', `${address} fell silent in the middle of the request`, undefined, true]
    default:
      if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) {
        return ['unreachable', `the certificate of ${address} is not accepted (${code})`, 'Check the address, or let Node know the certificate with NODE_EXTRA_CA_CERTS.']
      }
      return ['unreachable', `the connection to ${address} broke before the answer was complete (${code})`, undefined, true]
  }
}

/** Errors that come inside a stream have a type in place of a status. The second says whether to try again. */
const streamErrors = new Map<string, readonly [FailureKind, boolean]>([
  ['rate_limit_error', ['rate-limited', true]],
  ['rate_limit_exceeded', ['rate-limited', true]],
  ['overloaded_error', ['rate-limited', true]],
  ['insufficient_quota', ['rate-limited', false]],
  ['api_error', ['error', true]],
  ['server_error', ['error', true]],
  ['timeout_error', ['error', true]],
  ['authentication_error', ['refused', false]],
  ['permission_error', ['refused', false]],
  ['content_filter', ['refused', false]],
])

/** Is it the model that is not found, rather than the address? */
export function namesModel(told: Told, asked: Pick<Asked, 'model'>): boolean {
  return told.type === 'model_not_found' || told.type === 'not_found_error' || /\bmodel\b/i.test(told.said) || told.said.includes(asked.model)
}

function badAddressHint(asked: Asked): string | undefined {
  if (!asked.custom) return undefined
  return /\/v\d+$/.test(asked.address)
    ? 'Check the address of the server.'
    : 'Check the address: that of an OpenAI-compatible server usually ends in /v1.'
}

