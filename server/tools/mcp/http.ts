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

/**
 * Streamable HTTP. The package waits for ever for an answer whose stream ended before it: here the request is
 * answered then, with an error that `wasDropped` knows.
 */
export function createHttpTransport({ url, headers }: Extract<ServerSettings, { type: 'http' }>, longest = LONGEST): HttpTransport {
  let forgotten = false
  /** Requests whose stream ended before their answer, and is asked for what is left of it. */
  const resuming = new Set<string | number>()
  const drop = (id: string | number, message: string): void => {
    resuming.delete(id)
    // An answer that came just now is read first.
    setTimeout(() => transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_000, message, data: DROPPED } }), 0)
  }
  const dropResuming = (): void => {
    for (const id of resuming) drop(id, 'the connection was dropped before it answered, and it did not take it up again')
  }
  const watchedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (init?.method === 'GET' && new Headers(init.headers).has('last-event-id') && response.status === 405) dropResuming()
    const request = requestOf(init?.body)
    if ((response.status === 404 || response.status === 400) && request !== null && transport.sessionId !== undefined) forgotten = true
    if (request === null || response.body === null || !response.ok) return response
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
    const watched = watch(response.body, longest, (resumable, reason) => {
      // Of one that is no stream the package itself tells how it ended.
      if (!isStream) return
      if (resumable) resuming.add(request)
      else drop(request, reason)
    })
    return new Response(watched, { status: response.status, statusText: response.statusText, headers: response.headers })
  }
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers }, fetch: watchedFetch })
  transport.onerror = (error) => {
    if (error.message.startsWith('Maximum reconnection attempts')) dropResuming()
  }
  // The cast is for optional properties, which the two sides of the package read differently.
  return Object.defineProperty(transport as unknown as Transport, 'forgotten', { get: () => forgotten }) as HttpTransport
}

/** Was this said in the place of a server whose connection was dropped? */
export function wasDropped(error: unknown): boolean {
  return error instanceof Error && 'data' in error && error.data === DROPPED
}

/** Passes a body on. At its end, says whether what came had ids to resume it by, and how it ended. */
function watch(body: ReadableStream<Uint8Array>, longest: number, onEnd: (resumable: boolean, reason: string) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const decoder = new TextDecoder('latin1')
  let resumable = false
  let last = '\n'
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await reader.read()
        if (done) {
          controller.close()
          onEnd(resumable, 'the connection was closed before it answered')
          return
        }
        bytes += value.byteLength
        if (bytes > longest) {
          await reader.cancel().catch(() => {})
          throw new Error(`its answer is larger than ${longest} bytes`)
        }
        const text = last + decoder.decode(value, { stream: true })
        resumable ||= /[\r\n]id:/.test(text)
        last = text.slice(-4)
        controller.enqueue(value)
      } catch (error) {
        controller.error(error)
        onEnd(resumable && bytes <= longest, bytes > longest ? `its answer is larger than ${longest} bytes` : 'the connection was dropped before it answered')
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
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
