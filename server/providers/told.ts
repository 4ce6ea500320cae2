import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError, EmptyResponseBodyError } from 'ai'

/** What an error of the model client tells, whatever its class. */
export type Told = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The provider's own message, on one line, shortened; never empty unless nothing was said. */
  readonly said: string
  /** The provider's name for the kind of error: `model_not_found`, `overloaded_error`. */
  readonly type?: string
  /** Node's or undici's code: `ECONNREFUSED`. */
  readonly network?: string
  /** The stream ended before the answer did. */
  readonly broken: boolean
  /** The body is not what the protocol says. */
  readonly malformed: boolean
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an error: classes of the client, plain objects from inside a stream, bare strings. */
export function reading(error: unknown): Told {
  const unreadable = unreadableChunk(error)
  if (unreadable !== undefined) return { said: oneLine(unreadable), broken: false, malformed: true }
  const network = networkCode(error)
  const malformed =
    JSONParseError.isInstance(error) || TypeValidationError.isInstance(error) || EmptyResponseBodyError.isInstance(error) ||
    (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode < 400 && network === undefined)
  const body = APICallError.isInstance(error) ? (parse(error.responseBody) ?? error.data) : error
  const inner = isRecord(body) && isRecord(body.error) ? body.error : body
  const status = APICallError.isInstance(error) ? error.statusCode : isRecord(inner) ? number(inner.statusCode) : undefined
  const type = isRecord(inner) ? (text(inner.code) ?? text(inner.type)) : undefined
  return {
    ...(status === undefined ? {} : { status }),
    ...(APICallError.isInstance(error) && error.responseHeaders !== undefined ? { headers: error.responseHeaders } : {}),
    said: oneLine(message(error, body, inner)),
    ...(type === undefined ? {} : { type }),
    ...(network === undefined ? {} : { network }),
    broken: InvalidResponseDataError.isInstance(error) && /finish reason/i.test(error.message),
    malformed,
  }
}

function message(error: unknown, body: unknown, inner: unknown): string {
  if (isRecord(inner) && text(inner.message) !== undefined) return text(inner.message) ?? ''
  if (isRecord(body) && text(body.error) !== undefined) return text(body.error) ?? ''
  if (isRecord(body) && text(body.detail) !== undefined) return text(body.detail) ?? ''
  // A page of HTML says nothing that its status does not.
  if (APICallError.isInstance(error) && error.responseBody !== undefined) {
    return /^\s*</.test(error.responseBody) ? '' : error.responseBody
  }
  if (JSONParseError.isInstance(error)) return `it is not JSON: ${error.text}`
  if (TypeValidationError.isInstance(error)) return `it has another shape than expected: ${JSON.stringify(error.value)}`
  if (error instanceof Error) return error.message
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? '')
}

/** Anthropic's client reports a first event that cannot be read as a failed request, the reason inside. */
function unreadableChunk(error: unknown): string | undefined {
  if (!APICallError.isInstance(error)) return undefined
  const body = parse(error.responseBody)
  if (!isRecord(body)) return undefined
  if (body.name === 'AI_JSONParseError') return `it is not JSON: ${text(body.text) ?? ''}`
  if (body.name === 'AI_TypeValidationError') return `it has another shape than expected: ${JSON.stringify(body.value)}`
  return undefined
}

/** The first code of Node or undici among the causes; an AggregateError (several addresses of one name) has its own. */
function networkCode(error: unknown): string | undefined {
  const seen = new Set<unknown>()
  for (let current = error; current instanceof Error && !seen.has(current); current = current.cause) {
    seen.add(current)
    const code = 'code' in current ? current.code : undefined
    if (typeof code === 'string' && /^(E[A-Z]+|EAI_AGAIN|UND_ERR_\w+|CERT_\w+|\w*(SELF_SIGNED|CERT|SSL|TLS)\w*|UNABLE_TO_\w+)$/.test(code)) return code
    if (current instanceof TypeError && current.message === 'terminated') return 'ECONNRESET'
  }
  return undefined
}

/** Milliseconds to wait as the server asked for: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfter(headers: Readonly<Record<string, string>> | undefined, now: number): number | undefined {
  const milliseconds = Number(headers?.['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds
  const written = headers?.['retry-after']?.trim()
  if (written === undefined || written === '') return undefined
  const seconds = Number(written)
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * 1000) : undefined
  const date = Date.parse(written)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function parse(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function oneLine(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim()
  const points = Array.from(line)
  return points.length > 300 ? `${points.slice(0, 300).join('')}…` : line
}
