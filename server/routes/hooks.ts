import type { RunState } from '../../src/core/index.ts'
import { hookBodySchema, type HookReply, header, JSON_TYPE } from '../../src/protocol/index.ts'
import type { Hooks } from '../triggers/hooks.ts'
import { addressOfRun, problem, problemOfRefusal } from './problem.ts'
import { type Exchange, json, readBody, type Route } from './route.ts'

/** Starting enabled agent files over HTTP, by other programs. */
export function hookRoutes(hooks: Hooks): readonly Route[] {
  return [{ method: 'POST', path: '/api/hooks/:agent', answer: (exchange) => callHook(exchange, hooks) }]
}

async function callHook(exchange: Exchange, hooks: Hooks): Promise<Response> {
  const body = await readBody(exchange, hookBodySchema)
  if (!body.ok) return body.response
  const key = exchange.req.header(header.idempotencyKey)?.trim()
  if (key !== undefined && !/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return problem('bad-request', '`Idempotency-Key` must be 1 to 255 characters of ASCII.')
  const outcome = await hooks.call({ agent: exchange.req.param('agent') ?? '', trigger: body.value.trigger ?? '', ...(key === undefined ? {} : { key }) })
  if (!outcome.ok) {
    const { code, detail, more } = outcome.refusal
    return problem(code, detail, { ...more, ...(outcome.retryAfter !== undefined && { headers: { 'retry-after': String(outcome.retryAfter) } }) })
  }
  const { run, seq } = outcome
  if (wantsNoReply(exchange.req.header('prefer'))) return accepted(run, { 'preference-applied': 'respond-async' })

  // Whoever asked may go away: the run goes on.
  const gone = new AbortController()
  const { outgoing } = exchange.env
  outgoing.once('close', () => gone.abort())
  if (outgoing.destroyed) gone.abort()
  const state = await hooks.wait(run, seq, gone.signal)
  return state === null ? problemOfRefusal({ code: 'run-not-found', detail: `Run \`${run}\` is gone.`, more: { run } }) : replyOf(state, exchange.req.header('accept'))
}

function replyOf(state: RunState, accept: string | undefined): Response {
  const { run, status, error } = state
  const failed = (detail: string): Response => problem('run-failed', detail, { run, headers: { [header.run]: run } })
  switch (status) {
    case 'completed': {
      const output = state.output ?? null
      if (!prefersText(accept)) return json({ run, output } satisfies HookReply, 200, { [header.run]: run })
      const text = typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output)
      return new Response(text, { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', [header.run]: run } })
    }
    case 'failed':
      return failed(`Run \`${run}\` failed: ${error?.message ?? 'nothing more is known'}.${error?.hint === undefined ? '' : ` ${error.hint}`}`)
    case 'cancelled':
      return failed(`Run \`${run}\` was cancelled.`)
    case 'interrupted':
      return failed(`Run \`${run}\` was interrupted before it was done. Resume it, or send the request again with its Idempotency-Key.`)
    case 'paused':
    case 'created':
    case 'running':
    case 'cancelling':
      return accepted(run)
  }
}

function accepted(run: string, headers: { readonly [name: string]: string } = {}): Response {
  return json({ run }, 202, { location: addressOfRun(run), [header.run]: run, ...headers })
}

/** `Prefer: respond-async` (RFC 7240). */
function wantsNoReply(prefer: string | undefined): boolean {
  return (prefer ?? '').split(',').some((part) => /^\s*respond-async\s*(;|$)/i.test(part))
}

/** Does an `Accept` header ask for text rather than JSON? */
function prefersText(accept: string | undefined): boolean {
  const weight = (type: string): number => {
    for (const part of (accept ?? '').split(',')) {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      if (name === type) return q === undefined ? 1 : Number(q.slice(2)) || 0
    }
    return -1
  }
  return weight('text/plain') > Math.max(0, weight(JSON_TYPE))
}
