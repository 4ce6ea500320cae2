import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileSchema, layoutSchema, problemSchema, workspaceSchema } from '../../src/protocol/index.ts'
import { CHAIN, codeOf, field, type Running, startServer } from './testing/harness.ts'

let server: Running
beforeEach(async () => {
  server = await startServer({ files: { 'a.yaml': CHAIN, 'flows/b.json': '{"nodes":[]}' } })
})
afterEach(() => server.close())

const onDisk = (path: string) => readFile(join(server.folder, path), 'utf8')
const etagOf = async (path: string) => String((await server.ask({ path: `/api/files/${path}` })).headers.etag)

describe('the workspace', () => {
  it('is shown by name, with files, models and agents, and no path of this machine', async () => {
    const answer = await server.ask({ path: '/api/workspace' })
    const shown = workspaceSchema.parse(JSON.parse(answer.text))
    expect(shown.files.map(({ path, dialect, problems }) => [path, dialect, problems])).toEqual([['a.yaml', 'dag', { errors: 0, warnings: 0 }], ['flows/b.json', 'dag', { errors: expect.any(Number), warnings: expect.any(Number) }]])
    expect([shown.version, shown.defaultModel, shown.agents, shown.backend]).toEqual(['1.2.3', 'simulated:echo', ['writer'], 'embedded'])
    expect(shown.timezone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(answer.text).not.toContain(server.folder)
  })
})

describe('files', () => {
  it('come with their version, and not again while it is the same', async () => {
    const answer = await server.ask({ path: '/api/files/a.yaml' })
    const file = fileSchema.parse(JSON.parse(answer.text))
    expect([file.text, file.etag, file.size, answer.headers.etag]).toEqual([CHAIN, answer.headers.etag, CHAIN.length, file.etag])
    const again = await server.ask({ path: '/api/files/a.yaml', headers: { 'if-none-match': `"other", ${file.etag}` } })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', file.etag])
  })

  it('have names in any script, with spaces and signs', async () => {
    const path = 'потоки/第三 步 #1 100%?&+é.yaml'
    const created = await server.ask({ method: 'POST', path: '/api/files', body: { path, text: 'name: x\n' } })
    expect(created.status).toBe(201)
    const address = `/api/files/${path.split('/').map(encodeURIComponent).join('/')}`
    expect(field(await server.ask({ path: address }), 'path')).toBe(path)
    expect(await onDisk(path)).toBe('name: x\n')
  })

  it('are saved over the version that was opened; a second page is told both texts', async () => {
    const etag = await etagOf('a.yaml')
    const first = await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': etag }, body: { text: 'name: first\n' } })
    expect([first.status, field(first, 'etag')]).toEqual([200, first.headers.etag])

    const second = await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': etag }, body: { text: 'name: second\n' } })
    const problem = problemSchema.parse(JSON.parse(second.text))
    expect([second.status, problem.type, problem.path]).toEqual([412, 'urn:heddle:problem:file-changed', 'a.yaml'])
    expect([problem.theirs, problem.yours, problem.etag]).toEqual([{ text: 'name: first\n', etag: first.headers.etag }, { text: 'name: second\n' }, first.headers.etag])
    expect(await onDisk('a.yaml')).toBe('name: first\n')

    // Overwriting on purpose names the version that was shown; a third change in between is a conflict again.
    await writeFile(join(server.folder, 'a.yaml'), 'name: third\n')
    expect((await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': String(problem.etag) }, body: { text: 'name: second\n' } })).status).toBe(412)
    expect(await onDisk('a.yaml')).toBe('name: third\n')
  })

  it.each([undefined, '*', 'W/"x"', '', 'a', '"', 'W/*'])('are not written without a version: If-Match %s', async (version) => {
    for (const method of ['PUT', 'DELETE']) {
      const answer = await server.ask({ method, path: '/api/files/a.yaml', headers: { 'if-match': version }, ...(method === 'PUT' && { body: { text: 'x' } }) })
      expect([answer.status, codeOf(answer)]).toEqual([428, 'version-required'])
    }
    expect(await onDisk('a.yaml')).toBe(CHAIN)
  })

  it('take a list of versions', async () => {
    const etag = await etagOf('a.yaml')
    expect((await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': `"x", W/"y" ,${etag}` }, body: { text: 'name: x\n' } })).status).toBe(200)
  })

  it('say that one was deleted while it was open, and are made again when asked to', async () => {
    const etag = await etagOf('a.yaml')
    const removed = await server.ask({ method: 'DELETE', path: '/api/files/a.yaml', headers: { 'if-match': etag } })
    expect([removed.status, String(field(removed, 'trash'))]).toEqual([200, expect.stringMatching(/^\.heddle\/trash\/.+\/a\.yaml$/)])
    expect(codeOf(await server.ask({ path: '/api/files/a.yaml' }))).toBe('file-not-found')
    const saved = await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': etag }, body: { text: 'x: 1' } })
    expect([saved.status, field(saved, 'theirs'), field(saved, 'etag')]).toEqual([412, null, null])
    expect((await server.ask({ method: 'POST', path: '/api/files', body: { path: 'a.yaml', text: 'x: 1' } })).status).toBe(201)
    expect((await server.ask({ method: 'POST', path: '/api/files', body: { path: 'a.yaml', text: 'x: 2' } })).status).toBe(409)
    expect(await onDisk('a.yaml')).toBe('x: 1')
  })

  it('are renamed', async () => {
    const etag = await etagOf('a.yaml')
    const answer = await server.ask({ method: 'POST', path: '/api/files/rename', body: { from: 'a.yaml', to: 'flows/c.yaml', etag } })
    expect([answer.status, field(answer, 'path'), field(answer, 'etag')]).toEqual([200, 'flows/c.yaml', etag])
    expect(await readdir(server.folder)).not.toContain('a.yaml')
  })

  it('are saved under another name when their format changed', async () => {
    const etag = await etagOf('a.yaml')
    const answer = await server.ask({ method: 'POST', path: '/api/files/rename', body: { from: 'a.yaml', to: 'a.json', etag, text: '{}' } })
    expect([answer.status, field(answer, 'path')]).toEqual([200, 'a.json'])
    expect([await onDisk('a.json'), (await readdir(server.folder)).includes('a.yaml')]).toEqual(['{}', false])
  })

  it('that were deleted are taken back, with their unsaved texts and positions, unless there is a new one', async () => {
    await server.put('sub/gone.yaml', CHAIN)
    await server.ask({ method: 'PUT', path: '/api/drafts/sub/gone.yaml', body: { text: 'unsaved', base: null, session: 'one' } })
    await server.ask({ method: 'PUT', path: '/api/layout', body: { file: 'sub/gone.yaml', nodes: { a: { x: 1, y: 2 } } } })
    const trash = field(await server.ask({ method: 'DELETE', path: '/api/files/sub/gone.yaml', headers: { 'if-match': await etagOf('sub/gone.yaml') } }), 'trash')
    expect(field(await server.ask({ path: '/api/drafts/sub/gone.yaml' }), 'drafts')).toEqual([])
    await server.put('sub/gone.yaml', 'new')
    expect(codeOf(await server.ask({ method: 'POST', path: '/api/files/restore', body: { trash } }))).toBe('file-exists')
    expect(await onDisk('sub/gone.yaml')).toBe('new')
    await rm(join(server.folder, 'sub'), { recursive: true })
    expect((await server.ask({ method: 'POST', path: '/api/files/restore', body: { trash } })).status).toBe(200)
    expect(await onDisk('sub/gone.yaml')).toBe(CHAIN)
    expect(field(await server.ask({ path: '/api/drafts/sub/gone.yaml' }), 'drafts')).toMatchObject([{ text: 'unsaved' }])
    expect(field(await server.ask({ path: '/api/layout' }), 'sub/gone.yaml')).toEqual({ nodes: { a: { x: 1, y: 2 } } })
    expect(codeOf(await server.ask({ method: 'POST', path: '/api/files/restore', body: { trash } }))).toBe('file-not-found')
  })

  it('are never taken back from outside the trash, nor through a link in it', async () => {
    const when = '2026-01-01T00-00-00.000Z-0a0b0c'
    await mkdir(join(server.folder, '.heddle/trash', when), { recursive: true })
    await mkdir(join(server.folder, 'elsewhere'), { recursive: true })
    await writeFile(join(server.folder, 'elsewhere/x.yaml'), 'secret')
    await symlink(join(server.folder, 'elsewhere'), join(server.folder, '.heddle/trash', when, 'linked'))
    await symlink(join(server.folder, 'elsewhere/x.yaml'), join(server.folder, '.heddle/trash', when, 'y.yaml'))
    for (const trash of [`.heddle/trash/${when}/linked/x.yaml`, `.heddle/trash/${when}/y.yaml`, `.heddle/trash/${when}/../../layout.json`, '.heddle/layout.json', `elsewhere/x.yaml`, `.heddle/trash/now/x.yaml`]) {
      expect([trash, (await server.ask({ method: 'POST', path: '/api/files/restore', body: { trash } })).status]).toEqual([trash, 403])
    }
    expect(await readdir(server.folder)).not.toContain('y.yaml')
    await rm(join(server.folder, 'elsewhere'), { recursive: true })
  })

  it('that are not UTF-8 are left alone, with the place of the first wrong byte', async () => {
    await server.put('latin.yaml', Buffer.from('name: caf\xe9\n', 'latin1'))
    const answer = await server.ask({ path: '/api/files/latin.yaml' })
    expect([answer.status, codeOf(answer), field(answer, 'offset')]).toEqual([422, 'not-utf8', 9])
  })

  it('refuse a text with half a character, and one that is no text', async () => {
    const etag = await etagOf('a.yaml')
    for (const body of ['{"text":"\\ud83d"}', '{"text":1}', '{}', '[]', 'null', '{"text":"x","more":1}', '{"text":', '"text"', Buffer.from([0x22, 0xff, 0x22]).toString('latin1')]) {
      const answer = await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': etag }, body })
      expect([body, answer.status, codeOf(answer)]).toEqual([body, 400, 'invalid-body'])
    }
    expect(await onDisk('a.yaml')).toBe(CHAIN)
  })

  it('say where a body is wrong', async () => {
    const answer = await server.ask({ method: 'PUT', path: '/api/layout', body: { file: 'a.yaml', nodes: { a: { x: 'left', y: 0 } } } })
    expect([codeOf(answer), field(answer, 'issues', 0, 'path')]).toEqual(['invalid-body', 'nodes.a.x'])
  })
})

describe('bodies', () => {
  it('over the limit are refused, announced or not, and the server goes on', async () => {
    const etag = await etagOf('a.yaml')
    const body = JSON.stringify({ text: 'x'.repeat(9 * 1024 * 1024) })
    const announced = await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': etag }, body })
    expect([announced.status, codeOf(announced)]).toEqual([413, 'body-too-large'])
    const chunked = await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': etag, 'content-length': undefined, 'transfer-encoding': 'chunked' }, body })
    expect([chunked.status, codeOf(chunked)]).toEqual([413, 'body-too-large'])
    const small = await server.ask({ method: 'POST', path: '/api/runs', body: { file: 'x'.repeat(2 * 1024 * 1024), etag } })
    expect(small.status).toBe(413)
    expect((await server.ask({ path: '/api/health' })).status).toBe(200)
    expect(server.errors).toEqual([])
  })

  it('of a text over the limit of a file say so', async () => {
    const answer = await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': await etagOf('a.yaml') }, body: { text: 'x'.repeat(4 * 1024 * 1024 + 1) } })
    expect([answer.status, codeOf(answer)]).toEqual([413, 'file-too-large'])
  })

  it('nested without end are refused', async () => {
    const deep = `{"file":"a.yaml","etag":"\\"x\\"","inputs":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect((await server.ask({ method: 'POST', path: '/api/runs', body: deep })).status).toBeGreaterThanOrEqual(400)
    expect((await server.ask({ path: '/api/health' })).status).toBe(200)
  })
})

describe('drafts', () => {
  it('are kept beside the file and thrown away', async () => {
    expect(field(await server.ask({ path: '/api/drafts/a.yaml' }), 'drafts')).toEqual([])
    const saved = await server.ask({ method: 'PUT', path: '/api/drafts/a.yaml', body: { text: 'name: unsaved\n', base: await etagOf('a.yaml') } })
    expect(field(saved, 'draft', 'text')).toBe('name: unsaved\n')
    expect(field(await server.ask({ path: '/api/drafts/a.yaml' }), 'drafts', 0, 'base')).toBe(await etagOf('a.yaml'))
    expect(await onDisk('a.yaml')).toBe(CHAIN)
    expect((await server.ask({ method: 'DELETE', path: '/api/drafts/a.yaml' })).status).toBe(204)
    expect((await server.ask({ method: 'DELETE', path: '/api/drafts/a.yaml' })).status).toBe(204)
    expect(field(await server.ask({ path: '/api/drafts/a.yaml' }), 'drafts')).toEqual([])
  })

  it('of two sessions stand beside each other, the newest first, and go one by one', async () => {
    const keep = (session: string, text: string) => server.ask({ method: 'PUT', path: '/api/drafts/a.yaml', body: { text, base: null, baseText: CHAIN, session } })
    await keep('one', 'first')
    await keep('two', 'second')
    await keep('one', 'third')
    expect(field(await server.ask({ path: '/api/drafts/a.yaml' }), 'drafts')).toMatchObject([{ session: 'one', text: 'third', baseText: CHAIN }, { session: 'two', text: 'second' }])
    expect(field(await server.ask({ path: '/api/drafts' }), 'paths')).toEqual(['a.yaml'])
    expect((await server.ask({ method: 'DELETE', path: '/api/drafts/a.yaml?session=one' })).status).toBe(204)
    expect(field(await server.ask({ path: '/api/drafts/a.yaml' }), 'drafts')).toMatchObject([{ session: 'two', text: 'second' }])
    for (const session of ['../x', 'a/b', '', 'x'.repeat(65)]) {
      expect((await server.ask({ method: 'DELETE', path: `/api/drafts/a.yaml?session=${encodeURIComponent(session)}` })).status).toBe(400)
      expect((await keep(session, 'x')).status).toBe(400)
    }
    expect((await server.ask({ method: 'DELETE', path: '/api/drafts/a.yaml' })).status).toBe(204)
    expect(field(await server.ask({ path: '/api/drafts' }), 'paths')).toEqual([])
  })

  it('of so many sessions are kept and no more', async () => {
    for (let n = 0; n < 12; n += 1) await server.ask({ method: 'PUT', path: '/api/drafts/a.yaml', body: { text: `${n}`, base: null, session: `s${n}` } })
    expect(field(await server.ask({ path: '/api/drafts/a.yaml' }), 'drafts')).toHaveLength(8)
    expect(field(await server.ask({ path: '/api/drafts/a.yaml' }), 'drafts', 0, 'text')).toBe('11')
    await server.ask({ method: 'DELETE', path: '/api/drafts/a.yaml' })
  })

  it('may be as large as a file', async () => {
    const text = '\n'.repeat(4 * 1024 * 1024)
    expect((await server.ask({ method: 'PUT', path: '/api/drafts/a.yaml', body: { text, base: null } })).status).toBe(200)
    expect(String(field(await server.ask({ path: '/api/drafts/a.yaml' }), 'drafts', 0, 'text')).length).toBe(text.length)
  })
})

describe('layout', () => {
  it('is kept by file and node, whatever they are called', async () => {
    const put = (file: string, nodes: string) => server.ask({ method: 'PUT', path: '/api/layout', body: `{"file":"${file}","nodes":${nodes}}` })
    expect((await put('a.yaml', '{"__proto__":{"x":1,"y":2}}')).status).toBe(204)
    expect((await put('flows/b.json', '{"n":{"x":-3.5,"y":0}}')).status).toBe(204)
    const answer = await server.ask({ path: '/api/layout' })
    expect(answer.text).toBe('{"a.yaml":{"nodes":{"__proto__":{"x":1,"y":2}}},"flows/b.json":{"nodes":{"n":{"x":-3.5,"y":0}}}}')
    expect(Object.keys(layoutSchema.parse(JSON.parse(answer.text)))).toHaveLength(2)
    expect((await put('a.yaml', '{}')).status).toBe(204)
    expect((await server.ask({ method: 'PUT', path: '/api/layout', body: { file: 'a.yaml', nodes: {}, direction: 'down' } })).status).toBe(204)
    expect(JSON.parse((await server.ask({ path: '/api/layout' })).text)['a.yaml']).toEqual({ direction: 'down', nodes: {} })
    expect((await server.ask({ method: 'PUT', path: '/api/layout', body: { file: 'a.yaml', nodes: {}, direction: 'up' } })).status).toBe(400)
    expect((await put('a.yaml', '{}')).status).toBe(204)
    expect((await server.ask({ path: '/api/layout' })).text).toBe('{"flows/b.json":{"nodes":{"n":{"x":-3.5,"y":0}}}}')
  })
})

describe('check and export', () => {
  it('find agent types and models that do not exist here, with their place', async () => {
    const text = 'name: x\nnodes:\n  - id: a\n    prompt: p\n    agent: ghost\n    max_turns: 2\n  - id: b\n    prompt: p\n    model: nobody:x\n  - id: c\n    prompt: p\n    agent: writer\n    max_turns: 2\n'
    const answer = await server.ask({ method: 'POST', path: '/api/check', body: { text, format: 'yaml' } })
    const found = field(answer, 'diagnostics')
    expect(found).toMatchObject([{ code: 'agent/unknown', node: 'a', field: 'agent', path: ['nodes', 0, 'agent'] }, { code: 'model/unknown', node: 'b', field: 'model' }])
    const start = text.indexOf('ghost')
    expect(field(answer, 'diagnostics', 0, 'range')).toEqual({ start, end: start + 5 })
  })

  it.each(['', 'nodes: [', '{', 'nodes: 1', '- x', '\u0000'])('find nothing of their own in the text %j', async (text) => {
    expect(field(await server.ask({ method: 'POST', path: '/api/check', body: { text, format: 'yaml' } }), 'diagnostics')).toEqual([])
  })

  it.each([
    ['json', 'application/json', 'x.json', '"id": "a"'],
    ['yaml', 'application/yaml', 'x.yaml', 'id: a'],
    ['mermaid', 'text/vnd.mermaid', 'x.mmd', 'flowchart'],
    ['svg', 'image/svg+xml', 'x.svg', '<svg xmlns='],
  ])('give %s', async (to, mediaType, filename, part) => {
    const answer = await server.ask({ method: 'POST', path: '/api/export', body: { text: CHAIN, format: 'yaml', to, name: '../x' } })
    expect([answer.status, field(answer, 'mediaType'), field(answer, 'filename')]).toEqual([200, mediaType, filename])
    expect(field(answer, 'content')).toContain(part)
  })

  it('say what an export loses, and refuse a text that does not parse', async () => {
    const lossy = await server.ask({ method: 'POST', path: '/api/export', body: { text: `# note\n${CHAIN}`, format: 'yaml', to: 'json' } })
    expect(field(lossy, 'diagnostics', 0, 'code')).toBe('convert/comments-lost')
    const broken = await server.ask({ method: 'POST', path: '/api/export', body: { text: 'nodes: [', format: 'yaml', to: 'svg' } })
    expect([broken.status, codeOf(broken)]).toEqual([422, 'definition-invalid'])
    expect(field(broken, 'diagnostics', 0, 'severity')).toBe('error')
  })
})
