import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { letInPage } from './routes/page.ts'
import { problem } from './routes/problem.ts'
import type { Env } from './routes/route.ts'
import type { Sessions } from './sessions.ts'
import type { HookToken } from './triggers/hook-token.ts'

/** Sent with every answer. Monaco sets styles from script, hence `unsafe-inline` for styles and nothing else. */
export const securityHeaders: { readonly [name: string]: string } = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export type GuardOptions = {
  readonly sessions: Sessions
  /** Is this `Host` header one of ours? See `hostList`. */
  readonly isOurHost: (host: string) => boolean
  /** What may stand in place of a session at the hooks, and nowhere else. */
  readonly hookToken: Pick<HookToken, 'matches'>
}

const HOOK = /^\/api\/hooks\/[^/]+$/

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

/**
 * Stands in front of everything: API, event streams, pages and assets. A request goes on only when it
 * is for one of our hosts (a rebound name is not), comes from our own page or from no page at all,
 * carries JSON if it writes (which no form can send), and belongs to a session.
 */
export function guard({ sessions, isOurHost, hookToken }: GuardOptions): MiddlewareHandler<Env> {
  return async (exchange, next) => {
    const { incoming } = exchange.env
    const { headers } = incoming
    const method = incoming.method ?? ''
    const { pathname, searchParams } = new URL(exchange.req.url)
    const isApi = pathname === '/api' || pathname.startsWith('/api/')

    // Of two hosts in one request others may read the second one.
    if (incoming.headersDistinct.host?.length !== 1 || !isOurHost(headers.host ?? '')) {
      return problem('host-refused', 'This server answers to its own address only. Open the address that `heddle serve` printed.')
    }
    if (!METHODS.includes(method)) return problem('method-not-allowed', `${method} is not a method of this server.`, { headers: { allow: METHODS.join(', ') } })
    if (!isOurOrigin(headers) || !isOurFetch(headers, method, isApi)) {
      return problem('origin-refused', 'Another web site may not use this server.')
    }
    if (writes(method) && !carriesJson(headers, method)) {
      return problem('unsupported-media-type', 'Send the body as JSON, with `Content-Type: application/json`.')
    }

    const session = sessions.check(headers.cookie)
    const token = pathname === '/' && method === 'GET' ? searchParams.get('token') : null
    if (token !== null) {
      const cookie = sessions.redeem(token)
      // A second click on a used address is no reason to lock out a browser that is in.
      if (cookie === null && !session.valid) return letInPage({ wrongToken: true })
      return new Response(null, { status: 303, headers: { location: withoutToken(searchParams), 'cache-control': 'no-store', ...(cookie !== null && { 'set-cookie': cookie }) } })
    }
    // Also by the router's own reading of the path, so that no way of writing it leads to another route.
    const isHook = method === 'POST' && HOOK.test(pathname) && HOOK.test(exchange.req.path)
    const bearer = isHook && !session.valid ? bearerOf(headers) : null
    if (bearer !== null) {
      if (await hookToken.matches(bearer)) return await next()
      return problem('token-refused', 'This is not the token of this folder. `heddle hooks` prints it.', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
    }
    // Other editors read the schemas, which are the same for everybody, and have no session.
    const isSchema = (method === 'GET' || method === 'HEAD') && /^\/schema\/[a-z]+\.json$/.test(pathname)
    if (!session.valid && !isSchema) {
      if (isHook) return problem('no-session', 'Send the token that `heddle hooks` prints, as `Authorization: Bearer TOKEN`.', { headers: { 'www-authenticate': 'Bearer' } })
      if (isApi || !wantsPage(headers)) return problem('no-session', 'Open the address that `heddle serve` printed in the terminal; it lets this browser in.')
      return letInPage({ comesFromElsewhere: headers['sec-fetch-site'] === 'cross-site' })
    }
    if (session.renew !== undefined) exchange.env.outgoing.setHeader('set-cookie', session.renew)
    await next()
    return
  }
}

function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

/** The address may name the file to open; the token has done its work. */
function withoutToken(params: URLSearchParams): string {
  const file = params.get('file')
  return file === null ? '/' : `/?${new URLSearchParams({ file }).toString()}`
}

function writes(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'DELETE'
}

/** Absent, or the very host that is asked. A page's own `null` origin (a sandbox, a file) is a stranger's. */
function isOurOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const given = new URL(origin)
  return (given.protocol === 'http:' || given.protocol === 'https:') && host !== undefined && given.host === new URL(`${given.protocol}//${host}`).host
}

/**
 * What the browser says of where a request comes from. Pages of other ports of this host are "same
 * site" and send our cookie along, so they count as strangers. A link from anywhere may open the page
 * itself: that shows nothing to whoever made the link.
 */
function isOurFetch(headers: IncomingHttpHeaders, method: string, isApi: boolean): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  return !isApi && (method === 'GET' || method === 'HEAD') && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

function carriesJson(headers: IncomingHttpHeaders, method: string): boolean {
  const type = headers['content-type']
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  // No form and no simple request can DELETE; with a body it is judged like the rest.
  if (type === undefined) return method === 'DELETE' && !hasBody
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(type)
}

function wantsPage({ accept }: IncomingHttpHeaders): boolean {
  return accept === undefined || accept.includes('text/html') || accept.includes('*/*')
}

/**
 * The hosts that a server at `port` answers to: the names of this machine, and those configured.
 * `addresses` are the machine's own when it listens beyond loopback.
 */
export function hostList(port: number, names: readonly string[]): (host: string) => boolean {
  const known = new Set(['localhost', '127.0.0.1', '[::1]', ...names.map((name) => (isIP(name) === 6 ? `[${name}]` : name))].map((name) => name.toLowerCase()))
  return (host) => {
    const match = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(host)
    if (match === null) return false
    return known.has((match[1] ?? '').toLowerCase()) && Number(match[2] ?? 80) === port
  }
}
