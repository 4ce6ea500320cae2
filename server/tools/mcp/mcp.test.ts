import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { calls, failureOf } from '../testing/calls.ts'
import { expandServer } from './config.ts'
import { startServer } from './client.ts'

const require = createRequire(import.meta.url)
const bin = (name: string): string => require.resolve(`${name}/dist/index.js`)
const mcp = (servers: object): { readonly '.mcp.json': string } => ({ '.mcp.json': JSON.stringify({ mcpServers: servers }) })

describe('an MCP server', () => {
  it('is started when one of its tools is called; its remarks name the effects', async () => {
    const { call, raised, workspace, tools } = await calls({ files: { ...mcp({ files: { command: process.execPath, args: [bin('@modelcontextprotocol/server-filesystem'), '.'] } }), 'a.txt': 'A 😀' }, trusted: true })
    expect(JSON.stringify(await call('files.read_text_file', { path: 'a.txt' }))).toContain('A 😀')
    await call('write_file', { path: `${workspace}/b.txt`, content: 'B' })
    expect(await call('read', 'b.txt')).toBe('B')
    expect(raised.map(({ effect }) => effect)).toEqual(['mcp::files::read', 'mcp::files::write_file', 'std::read'])
    expect(raised[0]?.data).toEqual({ path: 'a.txt' })
    expect(await failureOf(call('files.read_text_file', { path: '/etc/passwd' }))).toMatchObject({ kind: 'tool', message: expect.stringContaining('Access denied') })
    expect(await failureOf(call('files.read_text_file', {}))).toMatchObject({ kind: 'invalid-input', message: expect.stringContaining('path is missing') })
    expect(await failureOf(call('files.read_txt_file', {}))).toMatchObject({ kind: 'unknown-tool', message: expect.stringContaining('did you mean "read_text_file"') })
    await tools.close()
  }, 90_000)

  it('is ambiguous by bare name when two have the tool, and not started in a folder that is not trusted', async () => {
    const one = { command: process.execPath, args: [bin('@modelcontextprotocol/server-everything')] }
    const { call } = await calls({ files: mcp({ a: one, b: one }), trusted: true })
    expect(await failureOf(call('get-sum', { a: 1, b: 2 }))).toMatchObject({ kind: 'unknown-tool', message: 'the tool "get-sum" is ambiguous: a.get-sum or b.get-sum' })
    expect(await call('a.get-sum', { a: 1, b: 2 })).toContain('3')
    const untrusted = await calls({ files: mcp({ a: one }) })
    expect(await failureOf(untrusted.call('a.get-sum', { a: 1, b: 2 }))).toMatchObject({ kind: 'tool', message: expect.stringContaining('not trusted') })
  }, 90_000)

  it('that will not start, or talks nonsense, fails in bounded time and gives no key away', async () => {
    const start = (written: object, env = {}) => startServer('s', written, { workspace: process.cwd(), env: { PATH: process.env.PATH, ...env }, limits: { start: 3_000 } })
    const node = (code: string) => ({ command: process.execPath, args: ['-e', code] })
    await expect(start({ command: 'no-such-server' })).rejects.toThrow('the MCP server "s" cannot be started: spawn no-such-server ENOENT')
    await expect(start({ ...node('console.error("bad key " + process.env.KEY); process.exit(2)'), env: { KEY: '${MY_KEY}' } }, { MY_KEY: 'sk-very-secret' })).rejects.toThrow(/ended by itself \(exit code 2\).*bad key \[redacted\]/s)
    await expect(start(node('setInterval(() => console.log("nonsense"), 20)'))).rejects.toThrow('no answer within 3 s')
    await expect(start({ env: { A: '1' } })).rejects.toThrow('it has neither a command nor a url')
    await expect(start({ url: 'http://127.0.0.1:1/mcp' })).rejects.toThrow('the MCP server "s" cannot be started')
    await expect(start({ type: 'sse', url: 'http://127.0.0.1:1/sse' })).rejects.toThrow('"sse" are not spoken to')
  }, 60_000)
})

describe('.mcp.json', () => {
  it('has its variables filled in', () => {
    const env = { TOKEN: 'secret-token', EMPTY: '' }
    expect(expandServer({ command: 'run', args: ['--token=${TOKEN}', '${EMPTY:-none}', '${env:TOKEN}', '$TOKEN'], env: { A: '${TOKEN}' } }, env)).toMatchObject({ ok: true, settings: { args: ['--token=secret-token', 'none', 'secret-token', '$TOKEN'], env: { A: 'secret-token' } } })
    expect(expandServer({ url: 'https://x.test/${MISSING}' }, env)).toEqual({ ok: false, message: 'it needs MISSING, which the environment does not have', hint: 'Set MISSING, or write a default: ${MISSING:-value}' })
  })

  it('that cannot be read is told of, and does not stand in the way of other tools', async () => {
    const { call } = await calls({ files: { '.mcp.json': '{"mcpServers": [' }, trusted: true })
    expect(await call('echo', 'x')).toBe('x')
    expect(await failureOf(call('nowhere'))).toMatchObject({ kind: 'tool', message: expect.stringContaining('.mcp.json is not JSON') })
  })
})
