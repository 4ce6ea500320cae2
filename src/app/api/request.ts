import type { z } from 'zod/mini'
import { header, JSON_TYPE } from '../../protocol/index.ts'
import type { Answer, Failure } from '../state/index.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Request = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly url: string
  readonly body?: unknown
  /** The version that a write is based on. */
  readonly ifMatch?: string
  /** Sent to its end even when the page is left, if it is small enough for that. */
  readonly outlive?: true
}

/** Browsers let bodies of 64 kB in all outlive a page; a character may take three bytes. */
const OUTLIVES = 20_000

const AWAY = 'The server does not answer. Your edits are kept here.'

/** What an answer must look like, or what fetches that. */
export type Shape<T> = z.ZodMiniType<T> | (() => Promise<z.ZodMiniType<T>>)

/** Sends a request and reads its answer by `shape`. Never throws. */
export async function send<T>(fetch: Fetch, request: Request, shape: Shape<T>): Promise<Answer<T>> {
  let response: Response
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: `${JSON_TYPE}, application/problem+json`,
        ...(request.body !== undefined && { 'content-type': JSON_TYPE }),
        ...(request.ifMatch !== undefined && { [header.ifMatch]: request.ifMatch }),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body !== undefined && { body }),
      ...(request.outlive && (body?.length ?? 0) < OUTLIVES && { keepalive: true }),
    })
  } catch {
    return failed({ kind: 'offline', message: AWAY })
  }
  const answer = await readBody(response)
  let schema: z.ZodMiniType<T>
  try {
    if (!response.ok) return failed(await problemOf(response, answer))
    schema = typeof shape === 'function' ? await shape() : shape
  } catch {
    // The part of the page that reads it could not be fetched.
    return failed({ kind: 'offline', message: AWAY })
  }
  const read = schema.safeParse(answer)
  if (read.success) return { ok: true, value: read.data }
  return unreadable(request.url, read.error.issues[0]?.message ?? 'unknown shape')
}

/** An answer that does not read as what it should be. */
export function unreadable(url: string, fault: string): { ok: false; failure: Failure } {
  return failed({ kind: 'nonsense', message: `The server's answer to ${url} does not read: ${fault}. Reload the page; it may be older than the server.` })
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

async function problemOf(response: Response, body: unknown): Promise<Failure> {
  const { problemCode, problemSchema } = await import('./answers.ts')
  const read = problemSchema.safeParse(body)
  if (!read.success) {
    // A proxy answers for a server that is away.
    if (response.status === 502 || response.status === 503 || response.status === 504) return { kind: 'offline', message: AWAY }
    return { kind: 'nonsense', message: `The server answered ${response.status} ${response.statusText}.` }
  }
  const problem = read.data
  return { kind: 'problem', code: problemCode(problem), message: problem.detail, problem }
}

function failed(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure }
}
