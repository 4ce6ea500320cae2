import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostList } from './guard.ts'
import { type Answer, type Ask, CHAIN, codeOf, HOOK_TOKEN, type Running, startServer } from './routes/testing/harness.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ files: { 'a.yaml': CHAIN } })
})
afterAll(() => server.close())

/** A request to a row of the table that would be taken if nothing else were wrong with it. */
function requestTo({ method, path }: { readonly method: string; readonly path: string }, file = 'a.yaml'): Ask & { readonly headers: { readonly [name: string]: string } } {
  const address = path.replace('*', file).replace(':id', 'some-run').replace(':agent', 'some-agent')
  const write = method !== 'GET' && method !== 'DELETE'
  return { method, path: address, headers: { 'if-match': '"x"' }, ...(write && { body: {} }) }
}

/** Pages and assets stand behind the same guard as the API. */
const pages = [{ method: 'GET', path: '/' }, { method: 'GET', path: '/assets/app.js' }, { method: 'GET', path: '/deep/link' }, { method: 'GET', path: '/api/nothing-here' }]

const everyRow = () => [...server.app.routes, ...pages]

async function askAll(change: (ask: ReturnType<typeof requestTo>) => Ask): Promise<readonly (readonly [string, Answer])[]> {
  return await Promise.all(everyRow().map(async (row) => [`${row.method} ${row.path}`, await server.ask(change(requestTo(row)))] as const))
}

/** Each row with the code of its problem, and what that should be. */
const codesOf = (rows: readonly (readonly [string, Answer])[]) => rows.map(([row, answer]) => `${row}: ${codeOf(answer)}`)
const everyRowIs = (code: string) => everyRow().map(({ method, path }) => `${method} ${path}: ${code}`)

describe('every route', () => {
  it('is in the table that these tests walk', () => {
    expect(server.app.routes.map(({ method, path }) => `${method} ${path}`)).toMatchInlineSnapshot(`
      [
        "GET /api/health",
        "GET /api/workspace",
        "GET /api/files/*",
        "PUT /api/files/*",
        "DELETE /api/files/*",
        "POST /api/files",
        "POST /api/files/rename",
        "POST /api/files/restore",
        "GET /api/projections/*",
        "GET /api/drafts",
        "GET /api/drafts/*",
        "PUT /api/drafts/*",
        "DELETE /api/drafts/*",
        "GET /api/git/head/*",
        "GET /api/layout",
        "PUT /api/layout",
        "POST /api/check",
        "GET /api/tools",
        "POST /api/trust",
        "POST /api/export",
        "POST /api/runs",
        "GET /api/runs",
        "GET /api/runs/:id",
        "GET /api/runs/:id/events",
        "POST /api/runs/:id/cancel",
        "POST /api/runs/:id/resume",
        "POST /api/hooks/:agent",
        "GET /api/events",
      ]
    `)
  })

  it.each(['evil.example', 'evil.example:PORT', 'localhost', 'localhost:1', '127.0.0.1.evil.example:PORT', 'localhost.:PORT', 'user@127.0.0.1:PORT', '0.0.0.0:PORT', '[::ffff:7f00:1]:PORT', '169.254.169.254:PORT'])(
    'refuses the host %s, which a rebound name would bring',
    async (host) => {
      const rows = await askAll((ask) => ({ ...ask, headers: { ...ask.headers, host: host.replace('PORT', String(server.port)) } }))
      // Some are no host at all: the server does not read further then.
      for (const [row, { status }] of rows) expect([row, status]).toEqual([row, expect.toBeOneOf([400, 403])])
    },
  )

  it.each(['http://evil.example', 'https://evil.example', 'http://localhost:1', 'http://127.0.0.1', 'null', 'file://', 'http://127.0.0.1:PORT.evil.example', 'http://localhost:PORT', ''])(
    'refuses the origin "%s"',
    async (origin) => {
      expect(codesOf(await askAll((ask) => ({ ...ask, headers: { ...ask.headers, origin: origin.replace('PORT', String(server.port)) } })))).toEqual(everyRowIs('origin-refused'))
    },
  )

  it.each(['cross-site', 'same-site', 'something-new'])('refuses what a browser calls %s', async (site) => {
    expect(codesOf(await askAll((ask) => ({ ...ask, headers: { ...ask.headers, 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' } })))).toEqual(everyRowIs('origin-refused'))
    expect(codesOf(await askAll((ask) => ({ ...ask, headers: { ...ask.headers, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } })))).toEqual(everyRowIs('origin-refused'))
  })

  it('refuses a request without a session', async () => {
    expect(codesOf(await askAll((ask) => ({ ...ask, headers: { ...ask.headers, cookie: undefined, accept: 'application/json' } })))).toEqual(everyRowIs('no-session'))
  })

  it('refuses a session that was made up, changed, or made for another folder or server', async () => {
    const good = server.sessions.redeem(server.sessions.issueToken())?.split(';')[0] ?? ''
    const [name, value = ''] = good.split('=')
    const wrong = [`${name}=`, `${name}=1`, `${name}=${value}x`, `${name}=${value.slice(0, -1)}`, `${name}=${value.replace('1.', '2.')}`, `other=${value}`, `heddle_1=${value}`, `${name}=1.zzzzzzzz.${value.split('.').slice(2).join('.')}`]
    for (const cookie of wrong) expect(codesOf(await askAll((ask) => ({ ...ask, headers: { ...ask.headers, cookie, accept: 'application/json' } })))).toEqual(everyRowIs('no-session'))
  })

  it('gives schemas to editors that have no session, and nothing else beside them', async () => {
    const ask = async (path: string, more: { readonly [name: string]: string } = {}) => codeOf(await server.ask({ path, headers: { cookie: undefined, accept: 'application/json', ...more } }))
    // There is no built editor here, so there is no such file either: what counts is that the request went on.
    expect((await server.ask({ path: '/schema/dag.json', headers: { cookie: undefined } })).text).not.toContain('no-session')
    for (const path of ['/schema', '/schema/', '/schema/../api/workspace', '/schema/%2e%2e/index.json', '/schema/a/b.json', '/schemas/dag.json']) expect([path, await ask(path)]).toEqual([path, 'no-session'])
    expect(await ask('/schema/dag.json', { origin: 'https://example.org' })).toBe('origin-refused')
    expect(await ask('/schema/dag.json', { host: 'example.org' })).toBe('host-refused')
  })

  it('takes no bearer token for a session: one of hooks opens those and nothing else', async () => {
    const withToken = (token: string) => askAll((ask) => ({ ...ask, headers: { ...ask.headers, cookie: undefined, authorization: `Bearer ${token}`, accept: 'application/json' } }))
    const hook = 'POST /api/hooks/:agent: '
    const others = everyRowIs('no-session').filter((row) => !row.startsWith(hook))
    for (const token of [server.sessions.issueToken(), `${HOOK_TOKEN}x`, HOOK_TOKEN.slice(1), HOOK_TOKEN.toUpperCase()]) {
      const codes = codesOf(await withToken(token))
      expect(codes.filter((row) => !row.startsWith(hook))).toEqual(others)
      expect(codes).toContain(`${hook}token-refused`)
    }
    const codes = codesOf(await withToken(HOOK_TOKEN))
    expect(codes.filter((row) => !row.startsWith(hook))).toEqual(others)
    expect(codes).toContain(`${hook}hook-not-found`)
  })

  it.each(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('takes no token of hooks for %s', async (method) => {
    const answer = await server.ask({ method, path: '/api/hooks/a', headers: { cookie: undefined, authorization: `Bearer ${HOOK_TOKEN}`, accept: 'application/json' }, ...(method === 'PUT' && { body: {} }) })
    expect(answer.status).toBe(401)
  })

  it.each(['/api/hooks/../runs', '/api/hooks/x/../../runs', '/api/hooks/%2e%2e/runs', '/api/hooks', '/api/hooks/', '/api/hooks/a/b', '/api/hooks/a/', '//api/hooks/a', '/API/hooks/a', '/api/runs/../hooks/../runs', '/api/hooks/..;/runs', '/api/hooks/..'])(
    'takes no token of hooks at %s',
    async (path) => {
      const answer = await server.ask({ method: 'POST', path, body: {}, headers: { cookie: undefined, authorization: `Bearer ${HOOK_TOKEN}`, accept: 'application/json' } })
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 401, 'no-session'])
    },
  )

  it('holds hooks to host, origin and content type, whatever the token', async () => {
    const call = async (headers: { readonly [name: string]: string }) => codeOf(await server.ask({ method: 'POST', path: '/api/hooks/a', body: {}, headers: { cookie: undefined, authorization: `Bearer ${HOOK_TOKEN}`, ...headers } }))
    expect(await call({})).toBe('hook-not-http')
    expect(await call({ host: 'evil.example' })).toBe('host-refused')
    expect(await call({ origin: 'http://evil.example' })).toBe('origin-refused')
    expect(await call({ 'sec-fetch-site': 'cross-site' })).toBe('origin-refused')
    expect(await call({ 'content-type': 'text/plain' })).toBe('unsupported-media-type')
    expect(await call({ authorization: 'Basic aGVkZGxlOng=' })).toBe('no-session')
  })

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'text/plain; application/json', 'application/jsonp', 'application/json, text/plain', 'application/json; charset=latin1', 'application/json; x=text/plain', '', undefined])(
    'that writes refuses the content type %s, which a form could send',
    async (type) => {
      const writes = everyRow().filter(({ method }) => method !== 'GET')
      expect(writes.length).toBeGreaterThan(10)
      for (const row of writes) {
        const answer = await server.ask({ ...requestTo(row), body: '{}', headers: { 'if-match': '"x"', 'content-type': type } })
        expect([row.method, row.path, codeOf(answer)]).toEqual([row.method, row.path, 'unsupported-media-type'])
      }
    },
  )

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])('that writes takes the content type %s', async (type) => {
    for (const row of server.app.routes.filter(({ method }) => method === 'POST')) {
      const answer = await server.ask({ ...requestTo(row), headers: { 'content-type': type } })
      expect([row.path, answer.status]).not.toEqual([row.path, 415])
    }
  })

  it.each([
    '../a.yaml',
    '..%2fa.yaml',
    '%2e%2e/a.yaml',
    '%2e%2e%2fa.yaml',
    'x/../../a.yaml',
    'x%2f..%2f..%2fa.yaml',
    '..%5ca.yaml',
    '..\\a.yaml',
    'x\\..\\..\\a.yaml',
    '/etc/x.yaml',
    '%2fetc%2fx.yaml',
    '//etc/x.yaml',
    'C:%5cx.yaml',
    'C:/x.yaml',
    'a.yaml%00.yaml',
    'a%0a.yaml',
    '.git/config.json',
    '.GIT/config.json',
    '.git./config.json',
    '.git%20/config.json',
    '.git::$INDEX_ALLOCATION/config.json',
    'GIT~1/config.json',
    '.g%e2%80%8cit/config.json',
    'x/.git/config.json',
    '.heddle/layout.json',
    '.Heddle/layout.json',
    'node_modules/x/package.json',
    '.env',
    '.env.json',
    '.ENV.local.yaml',
    '%ff.yaml',
    '%',
    '',
    '.',
    'a.yaml/',
    'a.yaml/b.yaml',
    'notes.txt',
    'run.sh',
  ])('with a path refuses "%s"', async (path) => {
    const rows = server.app.routes.filter((row) => row.path.includes('*'))
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) {
      const answer = await server.ask({ ...requestTo(row, path), ...(row.method === 'PUT' && { body: { text: 'x', base: null } }) })
      expect([row.method, row.path, answer.status]).toEqual([row.method, row.path, expect.toBeOneOf([400, 403, 404, 405, 409])])
      expect(answer.text).not.toContain(server.folder)
    }
    // Where the path stands in the body, nothing in front of the server tidies it.
    const decoded = safeDecode(path)
    // No escapes in a body: there this is a name like any other.
    if (decoded.startsWith('%')) return
    const bodies = [
      { method: 'POST', path: '/api/files', body: { path: decoded, text: 'x' } },
      { method: 'POST', path: '/api/files/rename', body: { from: 'a.yaml', to: decoded, etag: '"x"' } },
      { method: 'POST', path: '/api/files/rename', body: { from: decoded, to: 'b.yaml', etag: '"x"' } },
      { method: 'POST', path: '/api/files/restore', body: { trash: decoded } },
      { method: 'POST', path: '/api/files/restore', body: { trash: `.heddle/trash/2026-01-01T00-00-00.000Z-0a0b0c/${decoded}` } },
      { method: 'PUT', path: '/api/layout', body: { file: decoded, nodes: {} } },
      { method: 'POST', path: '/api/runs', body: { file: decoded, etag: '"x"' } },
    ]
    for (const ask of bodies) expect([ask.path, ask.body, (await server.ask(ask)).status]).toEqual([ask.path, ask.body, expect.toBeOneOf([400, 403, 409])])
  })

  it('says no more of a bug than that there was one', async () => {
    const broken = await startServer({ catalogue: { ...(await import('./routes/testing/harness.ts')).catalogue, agents: () => Promise.reject(new Error('secret /home/someone')) } })
    try {
      const answer = await broken.ask({ path: '/api/workspace' })
      expect(answer.status).toBe(500)
      expect(codeOf(answer)).toBe('internal')
      expect(answer.text).not.toMatch(/secret|someone|\.ts/)
      expect(broken.errors).toHaveLength(1)
    } finally {
      await broken.close()
    }
  })

  it('carries the headers that keep a page in its bounds', async () => {
    for (const row of everyRow()) {
      // Streams do not end by themselves.
      const incoming = await server.open(requestTo(row))
      const { headers } = incoming
      incoming.destroy()
      const policy = headers['content-security-policy'] ?? ''
      expect([row.path, policy]).toEqual([row.path, expect.stringContaining("default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'")])
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
      expect([row.path, headers['x-content-type-options'], headers['cross-origin-resource-policy'], headers['referrer-policy']]).toEqual([row.path, 'nosniff', 'same-origin', 'no-referrer'])
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})

describe('methods', () => {
  it('that a path does not have are refused, with those that it has', async () => {
    const answer = await server.ask({ method: 'PUT', path: '/api/runs', body: {} })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, GET, HEAD, OPTIONS'])
    for (const method of ['PATCH', 'TRACE', 'PROPFIND']) expect((await server.ask({ method, path: '/api/runs' })).status).toBe(405)
    expect((await server.ask({ method: 'POST', path: '/', body: {} })).status).toBe(405)
  })

  it('are told by OPTIONS, without a word for other sites', async () => {
    const answer = await server.ask({ method: 'OPTIONS', path: '/api/files/a.yaml' })
    expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, PUT, DELETE, HEAD, OPTIONS'])
    const preflight = await server.ask({ method: 'OPTIONS', path: '/api/files/a.yaml', headers: { origin: 'http://evil.example', 'access-control-request-method': 'PUT' } })
    expect(preflight.status).toBe(403)
  })

  it('HEAD answers like GET, without a body and without a stream', async () => {
    const answer = await server.ask({ method: 'HEAD', path: '/api/health' })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await server.ask({ method: 'HEAD', path: '/api/events' })).status).toBe(200)
    expect(server.app.streams.size).toBe(0)
  })
})

describe('letting in', () => {
  it('takes a printed token once, sets a strict cookie and leaves no token in the address', async () => {
    const token = server.sessions.issueToken()
    const first = await server.ask({ path: `/?token=${token}`, headers: { cookie: undefined, 'sec-fetch-site': 'none' } })
    expect([first.status, first.headers.location]).toEqual([303, '/'])
    const cookie = first.headers['set-cookie']?.[0] ?? ''
    expect(cookie).toMatch(new RegExp(`^heddle_${server.port}=[^;]+; Path=/; HttpOnly; SameSite=Strict; Max-Age=\\d+$`))
    expect((await server.ask({ path: '/api/health', headers: { cookie: `theme=dark; ${cookie.split(';')[0]}` } })).status).toBe(200)

    const second = await server.ask({ path: `/?token=${token}`, headers: { cookie: undefined, accept: 'text/html' } })
    expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined])
    expect(second.text).toContain('used before')
  })

  it('lets a browser that is in open a used address again', async () => {
    const answer = await server.ask({ path: '/?token=long-gone' })
    expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([303, '/', undefined])
  })

  it.each(['', 'x', 'a'.repeat(5000), '%00', '%5Bobject%20Object%5D'])('does not take "%s" for a token', async (token) => {
    const answer = await server.ask({ path: `/?token=${token}`, headers: { cookie: undefined } })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('shows a browser that is not in what to do, and comes back by itself along a link from elsewhere', async () => {
    const page = await server.ask({ path: '/', headers: { cookie: undefined, accept: 'text/html' } })
    expect([page.status, page.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(page.text).toContain('Open the address from the terminal')
    expect(page.text).not.toContain('http-equiv="refresh"')
    const linked = await server.ask({ path: '/', headers: { cookie: undefined, accept: 'text/html', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } })
    expect(linked.text).toContain('http-equiv="refresh"')
  })

  it('answers a request with two Host headers or none not at all', async () => {
    for (const hosts of ['', `Host: 127.0.0.1:${server.port}\r\nHost: evil.example\r\n`]) {
      expect(await rawStatus(`GET /api/health HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 (400|403)/)
    }
  })
})

describe('hosts', () => {
  it('are those of this machine at this port, and configured ones', () => {
    const isOurs = hostList(4317, ['box.local', 'fe80::1'])
    for (const host of ['localhost:4317', 'LOCALHOST:4317', '127.0.0.1:4317', '[::1]:4317', 'box.local:4317', '[fe80::1]:4317']) expect([host, isOurs(host)]).toEqual([host, true])
    for (const host of ['', 'localhost', 'localhost:80', 'evil:4317', 'localhost:4317 ', 'localhost:4317.', '::1:4317', 'box.local', 'localhost:04317x']) expect([host, isOurs(host)]).toEqual([host, false])
    expect(hostList(80, [])('localhost')).toBe(true)
  })
})

function rawStatus(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(head))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
