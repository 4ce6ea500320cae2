import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { JSON_TYPE, MAX_SMALL_BODY_BYTES } from '../../src/protocol/index.ts'
import { problem } from './problem.ts'

export type Env = { Bindings: HttpBindings }
export type Exchange = Context<Env>

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One row of the table of routes. Every row stands behind the guard; none can opt out. */
export type Route = {
  readonly method: Method
  /** In Hono's notation: `/api/runs/:id`, `/api/files/*`. */
  readonly path: string
  readonly answer: (exchange: Exchange) => Response | Promise<Response>
}

export function json(value: unknown, status = 200, headers: { readonly [name: string]: string } = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers } })
}

/** Reads a value of unknown shape: a Zod schema is one. */
type Schema<T> = {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false; readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] } }
}

export type Body<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly response: Response }

/** The body, of at most `limit` bytes, as `schema` says, or the answer that says where it is not. */
export async function readBody<T>(exchange: Exchange, schema: Schema<T>, limit: number = MAX_SMALL_BODY_BYTES): Promise<Body<T>> {
  const bytes = await readBytes(exchange.env.incoming, limit)
  if (bytes === null) {
    return refused(problem('body-too-large', `The body may have at most ${Math.floor(limit / 1024)} kB.`, { headers: { connection: 'close' } }))
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return refused(problem('invalid-body', 'The body is not JSON in UTF-8.'))
    // A nesting so deep that the parser gives up.
    if (error instanceof RangeError) return refused(problem('invalid-body', 'The body is nested too deeply.'))
    throw error
  }
  const read = schema.safeParse(parsed)
  if (read.success) return { ok: true, value: read.data }
  const issues = read.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
  const [first] = issues
  const where = first && first.path !== '' ? `\`${first.path}\`: ` : ''
  return refused(problem('invalid-body', `The body does not have the shape that is expected. ${where}${first?.message ?? ''}`, { issues }))
}

function refused(response: Response): { readonly ok: false; readonly response: Response } {
  return { ok: false, response }
}

/** The whole body; null when it is larger than `limit`, of which no more than that is ever held. */
function readBytes(incoming: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) {
    incoming.resume()
    return Promise.resolve(null)
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > limit) {
        // The rest flows by unread, so that the client gets to read the answer.
        chunks.length = 0
        resolve(null)
      } else chunks.push(chunk)
    })
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    incoming.once('error', reject)
    incoming.once('close', () => reject(new Error('the client left while sending')))
  })
}

/**
 * What stands for `*` in the path of the request, decoded part by part, so that an encoded slash is
 * no way into another folder. Null when it cannot be decoded.
 */
export function wildcard(exchange: Exchange, prefix: string): string | null {
  const { pathname } = new URL(exchange.req.url)
  if (!pathname.startsWith(prefix)) return null
  try {
    const parts = pathname.slice(prefix.length).split('/').map(decodeURIComponent)
    return parts.some((part) => part.includes('/')) ? null : parts.join('/')
  } catch {
    return null
  }
}
