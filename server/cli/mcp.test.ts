import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { WalkResult } from '../../src/core/index.ts'
import { folderWith, heddle, removeProgram, start } from './testing/program.ts'
import { until } from './testing/scene.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})
afterAll(removeProgram)

const filesystem = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
const FLOW = `name: files
workflow:
  nodes:
    - {id: shout, tool: shout, input: '{"text": "{{ .trigger }}"}', output: said}
    - {id: save, tool: files.write_file, input: '{"path": "notes/said.txt", "content": {{ .said.text | toJson }}}'}
    - {id: read, tool: files.read_text_file, input: '{"path": "notes/said.txt"}', output: text}
    - {id: reply, tool: echo, input: 'kept {{ .text }}'}
  edges:
    - {from: shout, to: save}
    - {from: save, to: read}
    - {from: read, to: reply}
`
/** A module and a server that leave a mark where they are started. */
const TOOLS = `import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool } from 'heddle'
appendFileSync(join(import.meta.dirname, 'module-started'), 'x')
export const shout = defineTool({ name: 'shout', input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, run: ({ text }) => ({ text: text.toUpperCase() }) })
`

async function folder(): Promise<string> {
  const made = await folderWith({ 'files.yaml': FLOW, 'tools.ts': TOOLS, 'heddle.json': '{"tools": ["./tools.ts"]}', 'notes/.keep': '' })
  open.push(() => made.remove())
  const marked = join(made.path, 'marked.mjs')
  await writeFile(marked, `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(join(made.path, 'server-started'))}, 'x')\nprocess.argv[2] = ${JSON.stringify(made.path)}\nawait import(${JSON.stringify(filesystem)})\n`)
  await writeFile(join(made.path, '.mcp.json'), JSON.stringify({ mcpServers: { files: { command: process.execPath, args: [marked, made.path] } } }))
  return made.path
}
const started = (cwd: string): readonly string[] => ['module-started', 'server-started'].filter((name) => existsSync(join(cwd, name)))

/** A request of a page that was let in. */
function ask(port: number, cookie: string, method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly text: string; readonly cookie: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false, headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(cookie !== '' && { cookie }) } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk)).on('end', () => resolve({ status: answer.statusCode ?? 0, text, cookie: (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]!).join('; ') }))
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

describe('a flow over an MCP server and a tool of the user', { timeout: 120_000 }, () => {
  it('runs with both, each started once', async () => {
    const cwd = await folder()
    const { code, out, err } = await heddle(['run', 'files', '--trust', '--trigger', 'rain 😀', '--approve', 'mcp::files::write_file,mcp::files::read', '--json'], { cwd })
    expect([code, code === 0 ? '' : err]).toEqual([0, ''])
    const result = JSON.parse(out) as WalkResult
    expect(result.success).toBe(true)
    expect(JSON.stringify(result.output)).toContain('RAIN 😀')
    expect(await readFile(join(cwd, 'notes/said.txt'), 'utf8')).toBe('RAIN 😀')
    expect(started(cwd)).toEqual(['module-started', 'server-started'])
  })

  it('is checked, and opened in the editor, without starting either', async () => {
    const cwd = await folder()
    const checked = await heddle(['check', 'files'], { cwd })
    expect(checked.code).toBe(0)
    expect((await heddle(['check'], { cwd })).code).toBe(0)
    expect((await heddle(['list'], { cwd })).code).toBe(0)
    expect(started(cwd)).toEqual([])

    const state = await mkdtemp(join(tmpdir(), 'heddle-state-'))
    open.push(() => rm(state, { recursive: true, force: true }))
    const running = await start(['serve', '--port', '0', '--json'], { cwd, env: { XDG_STATE_HOME: state } })
    open.push(async () => {
      running.process.kill('SIGTERM')
      await running.ended
    })
    await until(() => running.out().includes('\n'))
    expect(running.out()).toContain('"success":true')
    const { value } = JSON.parse(running.out()) as { value: { url: string; port: number } }
    const { pathname, search } = new URL(value.url)
    const { cookie } = await ask(value.port, '', 'GET', `${pathname}${search}`)
    const workspace = await ask(value.port, cookie, 'GET', '/api/workspace')
    expect([workspace.status, workspace.text]).toEqual([200, expect.stringContaining('files.yaml')])
    const check = await ask(value.port, cookie, 'POST', '/api/check', { path: 'files.yaml', format: 'yaml', text: FLOW })
    expect([check.status, check.text]).toEqual([200, expect.stringContaining('not-checked')])
    expect((await ask(value.port, cookie, 'GET', '/api/tools')).status).toBe(200)
    expect(started(cwd)).toEqual([])
  })
})
