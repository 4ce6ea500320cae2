import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import { parseDuration, type Json } from '../../../src/core/index.ts'
import { showDuration } from '../../engine/duration.ts'
import { decodeMending } from '../text.ts'
import { ToolError, type Tool, type ToolContext } from '../tool.ts'
import { isPublicAddress } from './address.ts'
import { duration, objectSchema, stdTool, text } from './std-tool.ts'

type FetchInput = {
  readonly url: string
  readonly method?: string
  readonly headers?: { readonly [name: string]: string }
  readonly body?: Json
  readonly as?: 'text' | 'json' | 'base64'
  readonly timeout?: string
  readonly max_bytes?: number
  readonly allow_errors?: boolean
}

const DEFAULT_TIMEOUT = 30_000
const DEFAULT_BYTES = 10 * 1024 * 1024
const MOST_BYTES = 48 * 1024 * 1024
const MOST_REDIRECTS = 10

export type HttpOptions = {
  /** Default: the system's. */
  readonly lookup?: (host: string) => Promise<readonly LookupAddress[]>
}

/** Requests to the web; never to this machine or its network, unless a rule of the policy names the host. */
export function httpTools({ lookup = resolveAll }: HttpOptions = {}): readonly Tool[] {
  return [
    stdTool<FetchInput>(
      {
        name: 'fetch',
        module: 'std::http',
        description: 'Makes an HTTP request and gives back status, headers and body. An answer of 400 or more fails it unless `allow_errors` is set.',
        input: objectSchema(
          {
            url: text('where to: an http or https address'),
            method: { enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], description: 'default GET, or POST with a body' },
            headers: { type: 'object', additionalProperties: { type: 'string' }, description: 'request headers' },
            body: { description: 'a text as it is, anything else as JSON' },
            as: { enum: ['text', 'json', 'base64'], description: 'how to give the body back; default text' },
            timeout: { ...duration, description: 'of the whole request; default 30s' },
            max_bytes: { type: 'integer', minimum: 1, maximum: MOST_BYTES, description: 'the largest body that is taken; default 10 MB' },
            allow_errors: { type: 'boolean', description: 'give back answers of 400 and more instead of failing' },
          },
          ['url'],
        ),
        output: {
          type: 'object',
          properties: { status: { type: 'integer' }, url: { type: 'string' }, headers: { type: 'object', additionalProperties: { type: 'string' } }, body: {} },
          required: ['status', 'url', 'headers', 'body'],
        },
        raises: ['std::http'],
      },
      (input, context) => fetchBounded(input, context, lookup),
    ),
  ]
}

async function fetchBounded(input: FetchInput, context: ToolContext, lookup: NonNullable<HttpOptions['lookup']>): Promise<Json> {
  const ms = input.timeout === undefined ? DEFAULT_TIMEOUT : parseDuration(input.timeout)
  if (ms === null) throw new ToolError(`"${input.timeout ?? ''}" is no duration`, 'Write "500ms", "30s" or "5m".')
  const limit = AbortSignal.timeout(ms)
  const signal = AbortSignal.any([context.signal, limit])
  try {
    return await follow(input, { ...context, signal }, lookup)
  } catch (error) {
    if (limit.aborted && !context.signal.aborted) throw new ToolError(`no answer within ${showDuration(ms)}`, 'Raise its `timeout`.', undefined, 'timeout')
    throw error
  }
}

type Sent = { readonly url: URL; readonly method: string; readonly headers: ReadonlyMap<string, string>; readonly body: Buffer | null }

async function follow(input: FetchInput, context: ToolContext, lookup: NonNullable<HttpOptions['lookup']>): Promise<Json> {
  let sent = firstRequest(input)
  for (let redirects = 0; ; redirects += 1) {
    await context.raise('std::http', { method: sent.method, url: sent.url.href, host: hostOf(sent.url) })
    const answer = await send(sent, context, lookup)
    const location = answer.headers.location
    if (location === undefined || ![301, 302, 303, 307, 308].includes(answer.statusCode ?? 0)) return await read(answer, sent, input, context)
    answer.destroy()
    if (redirects >= MOST_REDIRECTS) throw new ToolError(`${input.url} leads from one address to the next more than ${MOST_REDIRECTS} times`)
    sent = redirected(sent, location, answer.statusCode ?? 0)
  }
}

function firstRequest({ url: given, method, headers = {}, body }: FetchInput): Sent {
  const url = readUrl(given)
  const named = new Map<string, string>()
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'keep-alive', 'te', 'trailer'].includes(lower)) throw new ToolError(`the header "${name}" is set by Heddle`, 'Leave it out.')
    named.set(lower, value)
  }
  const bytes = body === undefined || body === null ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  if (bytes !== null && typeof body !== 'string' && !named.has('content-type')) named.set('content-type', 'application/json')
  return { url, method: method ?? (bytes === null ? 'GET' : 'POST'), headers: named, body: bytes }
}

function readUrl(given: string, base?: URL): URL {
  let url: URL
  try {
    url = new URL(given, base)
  } catch {
    throw new ToolError(`"${given}" is no address`, 'Write it whole: https://example.com/path')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new ToolError(`${url.protocol.slice(0, -1)} addresses cannot be fetched`, 'Use http or https.')
  if (url.username !== '' || url.password !== '') throw new ToolError('the address holds a user name or password', 'Send them in an authorization header.')
  url.hash = ''
  return url
}

/** The next request of a redirect. What was meant for one origin is not sent to another. */
function redirected(sent: Sent, location: string, status: number): Sent {
  const url = readUrl(location, sent.url)
  const headers = new Map(sent.headers)
  if (url.origin !== sent.url.origin) for (const name of ['authorization', 'cookie', 'proxy-authorization', 'x-api-key']) headers.delete(name)
  const becomesGet = (status === 303 && sent.method !== 'HEAD') || ((status === 301 || status === 302) && sent.method === 'POST')
  if (!becomesGet) return { ...sent, url, headers }
  headers.delete('content-type')
  return { url, method: 'GET', headers, body: null }
}

async function send({ url, method, headers, body }: Sent, context: ToolContext, lookup: NonNullable<HttpOptions['lookup']>): Promise<IncomingMessage> {
  const host = hostOf(url)
  const address = await addressFor(host, context, lookup)
  // The address that was checked is the one that is connected to: a name may resolve to another one a moment later.
  const pinned: LookupFunction = (_, options, done) => (options.all === true ? done(null, [address]) : done(null, address.address, address.family))
  const options: RequestOptions = {
    method,
    headers: { 'user-agent': 'heddle', accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...Object.fromEntries(headers), ...(body === null ? {} : { 'content-length': String(body.byteLength) }) },
    lookup: pinned,
    signal: context.signal,
    agent: false,
    maxHeaderSize: 64 * 1024,
  }
  return await new Promise((resolve, reject) => {
    try {
      const sending = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options, resolve)
      sending.on('error', (error) => reject(context.signal.aborted ? error : new ToolError(`${url.origin} cannot be reached: ${error.message}`, undefined, error)))
      sending.end(body ?? undefined)
    } catch (error) {
      // A header that HTTP cannot carry.
      reject(new ToolError(`the request cannot be sent: ${error instanceof Error ? error.message : String(error)}`))
    }
  })
}

/** The address that a host may be reached at. Every address that its name resolves to must be allowed. */
async function addressFor(host: string, context: ToolContext, lookup: NonNullable<HttpOptions['lookup']>): Promise<LookupAddress> {
  const family = isIP(host)
  const found = family === 0 ? await lookup(host).catch(() => []) : [{ address: host, family }]
  const [first] = found
  if (first === undefined) throw new ToolError(`the host ${host} is not known`, 'Check its name, and that this machine is online.')
  if (context.namesHost(host)) return first
  const closed = found.find(({ address }) => !isPublicAddress(address))
  if (closed === undefined) return first
  throw new ToolError(
    `${host}${closed.address === host ? '' : ` is ${closed.address}, which`} is an address of this machine or of its network: it was not asked`,
    `A policy may allow it by name: { "std::http": [{ "match": { "host": "${host}" }, "action": "approve" }] }`,
  )
}

async function resolveAll(host: string): Promise<readonly LookupAddress[]> {
  return await new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

async function read(answer: IncomingMessage, { url, method }: Sent, input: FetchInput, context: ToolContext): Promise<Json> {
  const status = answer.statusCode ?? 0
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))
  const bytes = method === 'HEAD' ? Buffer.alloc(0) : await readBody(answer, input.max_bytes ?? DEFAULT_BYTES, context.signal)
  if (status >= 400 && input.allow_errors !== true) {
    const said = decodeMending(bytes).text.trim().slice(0, 500)
    throw new ToolError(`${method} ${url.href} answered ${status}${answer.statusMessage ? ` ${answer.statusMessage}` : ''}${said === '' ? '' : `: ${said}`}`, 'Set `allow_errors` to take such answers as results.')
  }
  return { status, url: url.href, headers, body: bodyAs(bytes, input.as ?? 'text', String(answer.headers['content-type'] ?? ''), context) }
}

function bodyAs(bytes: Buffer, as: 'text' | 'json' | 'base64', type: string, context: ToolContext): Json {
  if (as === 'base64') return bytes.toString('base64')
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  const content = /^utf-?8$/i.test(charset) ? mending(bytes, context) : decodeNamed(bytes, charset)
  if (as === 'text') return content
  try {
    return JSON.parse(content) as Json
  } catch (error) {
    throw new ToolError(`the answer is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

function mending(bytes: Buffer, { log }: ToolContext): string {
  const { text: content, mended } = decodeMending(bytes)
  if (mended !== undefined) log(`the answer is ${mended}`)
  return content.replace(/^\uFEFF/, '')
}

function decodeNamed(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    throw new ToolError(`the answer is in the encoding "${charset}", which is not known`, 'Set `as` to "base64".')
  }
}

/** The body, unpacked; never more than `limit` bytes of it are held. */
async function readBody(answer: IncomingMessage, limit: number, signal: AbortSignal): Promise<Buffer> {
  const encoding = String(answer.headers['content-encoding'] ?? '').trim().toLowerCase()
  const unpack = encoding === 'br' ? createBrotliDecompress() : ['gzip', 'x-gzip', 'deflate'].includes(encoding) ? createUnzip() : null
  let source: Readable = answer
  if (unpack !== null) {
    answer.on('error', (error) => unpack.destroy(error))
    source = answer.pipe(unpack)
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > limit) throw new ToolError(`the answer is larger than ${limit} bytes`, `Raise \`max_bytes\`, at most to ${MOST_BYTES}.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ToolError || signal.aborted) throw error
    throw new ToolError(`the answer broke off: ${error instanceof Error ? error.message : String(error)}`, undefined, error)
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks)
}
