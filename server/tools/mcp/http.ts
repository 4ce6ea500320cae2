import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from '../../../src/protocol/schema.ts'
import type { ServerSettings } from './config.ts'

/** The most that one answer may hold. Bytes. */
const LONGEST = 128 * 1024 * 1024

/** Marks the answer that is given in the place of one that will not come any more. */
const DROPPED = { dropped: true }

/** A server behind an address. */
export type HttpTransport = Transport & {
  /** The server has forgotten the session: another one has to be begun. */
  readonly forgotten: boolean
}

/** A request whose answer is on its way in a stream of events. */
type Awaited = {
  /** The last event that came of it: what the package asks for the rest by. */
  token?: string
  /** How often it was asked for the rest, and how often in a row in vain. */
  asked: number
  missed: number
}

/** How often a stream that broke off is asked for in vain. */
const MOST_TRIES = 2

const NOT_TAKEN_UP = 'the connection was dropped before it answered, and it did not take it up again'

/**
 * Streamable HTTP. The package waits for ever for an answer whose stream ended before it: here the request is
 * answered then, with an error that `wasDropped` knows.
 */
export function createHttpTransport({ url, headers }: Extract<ServerSettings, { type: 'http' }>, longest = LONGEST): HttpTransport {
  let forgotten = false
  const awaited = new Map<string | number, Awaited>()
  const drop = (id: string | number, message: string): void => {
    if (awaited.delete(id)) transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_000, message, data: DROPPED } })
  }
  /** The package reads what has come, and goes where it is sent, before anything is made of an end. */
  const afterwards = (then: () => void): void => void setTimeout(then, 0)

  /** Asks for what is left of a stream that broke off. */
  async function takeUp(id: string | number, one: Awaited, fetching: () => Promise<Response>): Promise<Response> {
    const { token } = one
    const asked = (one.asked += 1)
    const miss = (): void => afterwards(() => {
      if (one.asked === asked && (one.missed += 1) >= MOST_TRIES) drop(id, NOT_TAKEN_UP)
    })
    let response
    try {
      response = await fetching()
    } catch (error) {
      miss()
      throw error
    }
    if (response.status === 405) afterwards(() => drop(id, NOT_TAKEN_UP))
    else if (!response.ok) miss()
    if (!response.ok || response.body === null) return response
    one.missed = 0
    // Where nothing new came the package knows of no event any more to go on from.
    return watched(response, response.body, (over) => {
      if (over !== undefined || one.token === token) drop(id, over ?? NOT_TAKEN_UP)
    })
  }

  /** The response; behind the last that came of it, `onEnd` hears of its end. */
  function watched(response: Response, body: ReadableStream<Uint8Array>, onEnd: (over: string | undefined, isBroken: boolean) => void): Response {
    const passed = watch(body, longest, (over, isBroken) => afterwards(() => onEnd(over, isBroken)))
    return new Response(passed, { status: response.status, statusText: response.statusText, headers: response.headers })
  }

  const watchedFetch: typeof fetch = async (input, init) => {
    const token = init?.method === 'GET' ? new Headers(init.headers).get('last-event-id') : null
    const [id, one] = token === null ? [] : ([...awaited].find(([, each]) => each.token === token) ?? [])
    if (id !== undefined && one !== undefined) return takeUp(id, one, () => fetch(input, init))
    const response = await fetch(input, init)
    const request = requestOf(init?.body)
    if (request !== null && transport.sessionId !== undefined && (await tellsOfNoSession(response))) forgotten = true
    if (request === null || response.body === null || !response.ok) return response
    // Of one that is no stream the package itself tells how it ended.
    if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) return watched(response, response.body, () => {})
    const begun: Awaited = { asked: 0, missed: 0 }
    awaited.set(request, begun)
    return watched(response, response.body, (over, isBroken) => {
      if (over !== undefined) drop(request, over)
      else if (begun.token === undefined) drop(request, `the connection was ${isBroken ? 'dropped' : 'closed'} before it answered`)
    })
  }
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    fetch: watchedFetch,
    reconnectionOptions: { initialReconnectionDelay: 1_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 1.5, maxRetries: MOST_TRIES },
  })
  // Whoever connects to it hears the messages behind this.
  transport.onmessage = (message) => {
    if ('id' in message && message.id !== undefined && !('method' in message)) awaited.delete(message.id)
  }
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    if (Array.isArray(message) || !('method' in message && 'id' in message)) return send(message, options)
    return send(message, {
      ...options,
      onresumptiontoken(token) {
        const one = awaited.get(message.id)
        if (one !== undefined) one.token = token
      },
    })
  }
  // The cast is for optional properties, which the two sides of the package read differently.
  return Object.defineProperty(transport as unknown as Transport, 'forgotten', { get: () => forgotten }) as HttpTransport
}

/** Does a refusal say that there is no such session? With 400 servers answer what is wrong in a request too. */
async function tellsOfNoSession(response: Response): Promise<boolean> {
  if (response.status === 404) return true
  return response.status === 400 && /session|not initiali[sz]ed/i.test(await response.clone().text().catch(() => ''))
}

/** Was this said in the place of a server whose connection was dropped? */
export function wasDropped(error: unknown): boolean {
  return error instanceof Error && 'data' in error && error.data === DROPPED
}

/** Passes a body on. Says at its end whether it was too long, in words, and whether it broke off. */
function watch(body: ReadableStream<Uint8Array>, longest: number, onEnd: (over: string | undefined, isBroken: boolean) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await reader.read()
        if (done) {
          controller.close()
          onEnd(undefined, false)
          return
        }
        bytes += value.byteLength
        if (bytes > longest) {
          await reader.cancel().catch(() => {})
          throw new Error(tooLong(longest))
        }
        controller.enqueue(value)
      } catch (error) {
        controller.error(error)
        onEnd(bytes > longest ? tooLong(longest) : undefined, true)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function tooLong(longest: number): string {
  return `its answer is larger than ${longest} bytes`
}

const requestSchema = z.object({ id: z.union([z.string(), z.number()]), method: z.string() })

/** The id of the request that a body holds; null for a notification, and for none. */
function requestOf(body: unknown): string | number | null {
  if (typeof body !== 'string') return null
  try {
    const read = requestSchema.safeParse(JSON.parse(body))
    return read.success ? read.data.id : null
  } catch {
    return null
  }
}

/** Failures to connect: nothing was asked yet. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_\w+|ERR_SSL_\w+)$/

/** What went wrong with a request, in words; `lost`: nobody knows what the server made of it. */
export function readHttpFault(error: unknown): { readonly message: string; readonly lost: boolean } {
  if (error instanceof StreamableHTTPError) {
    const { code = -1 } = error
    if (code < 0) return { message: error.message.replace(/^Streamable HTTP error: Unexpected content type: /, 'its answer is no MCP but '), lost: true }
    return { message: `it answered ${code}${NAMES.get(code) ?? ''}${said(error.message)}`, lost: code >= 500 && code !== 501 && code !== 503 }
  }
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  if (NOT_CONNECTED.test(code)) return { message: `it cannot be reached (${code})`, lost: false }
  return { message: code === '' ? message : `the connection was dropped (${code})`, lost: true }
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [401, ': it wants to know who asks'],
  [403, ': it does not allow it'],
  [404, ': there is nothing at this address, or it has forgotten the session'],
])

/** What stands in the body of a refusal, shortened; pages for people are left out. */
function said(message: string): string {
  const text = message.replace(/^Streamable HTTP error: Error POSTing to endpoint: ?/, '').trim()
  if (text === '' || text === 'null' || text.startsWith('<')) return ''
  return `: ${text.slice(0, 500)}`
}
