import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { folderWith, heddle, removeProgram } from './testing/program.ts'

const AGENT = 'id: report\nname: Report\ntrigger: channel\nchannels: [http]\nworkflow:\n  steps:\n    - {id: say, tool: echo, input: "{{.trigger}}"}\n'

const folders: { remove(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => folder.remove()))
})
afterAll(removeProgram)

async function place(files: Readonly<Record<string, string>>): Promise<(args: readonly string[], more?: Record<string, string>) => ReturnType<typeof heddle>> {
  const folder = await folderWith(files)
  const state = await mkdtemp(join(tmpdir(), 'heddle-state-'))
  folders.push(folder, { remove: () => rm(state, { recursive: true, force: true }) })
  return (args, more = {}) => heddle(args, { cwd: folder.path, env: { XDG_STATE_HOME: state, ...more } })
}

describe('heddle hooks', () => {
  it('lists what is started over HTTP, with a line to copy', async () => {
    const run = await place({ 'report.yaml': AGENT, 'sub/my report.yaml': AGENT.replace('id: report\n', ''), 'off.yaml': `${AGENT.replace('report', 'off')}enabled: false\n`, 'chain.yaml': 'nodes:\n  - {id: a, prompt: p}\n' })
    const token = (await run(['hooks', '--token'])).out.trim()
    expect(token).toMatch(/^hook_[\w-]{43}$/)
    const { code, out } = await run(['hooks', '--port', '5000'])
    expect(code).toBe(0)
    expect(out).toContain(`report report.yaml\n  curl http://127.0.0.1:5000/api/hooks/report -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d '{"trigger": "hello"}'\n`)
    expect(out).toContain('/api/hooks/my%20report ')
    expect(out).not.toMatch(/off|chain/)
    expect(JSON.parse((await run(['hooks', '--json'])).out)).toEqual({ success: true, value: { token, hooks: [{ agent: 'report', file: 'report.yaml', path: '/api/hooks/report' }, { agent: 'my report', file: 'sub/my report.yaml', path: '/api/hooks/my%20report' }] } })
  })

  it('renews the token, unless it is one of the user', async () => {
    const run = await place({ 'report.yaml': AGENT })
    const before = (await run(['hooks', '--token'])).out
    expect((await run(['hooks', '--token'])).out).toBe(before)
    const after = (await run(['hooks', '--token', '--renew'])).out
    expect(after).not.toBe(before)
    const own = { HEDDLE_HOOK_TOKEN: 'a-token-of-my-own' }
    expect((await run(['hooks', '--token'], own)).out).toBe('a-token-of-my-own\n')
    expect(await run(['hooks', '--renew'], own)).toMatchObject({ code: 2, err: expect.stringContaining('HEDDLE_HOOK_TOKEN gives the token') })
    expect((await run(['hooks', '--token'])).out).toBe(after)
  })

  it('says what it takes where there is none, and where several have one name', async () => {
    expect(await (await place({}))(['hooks'])).toMatchObject({ code: 0, out: '', err: expect.stringContaining('trigger: channel') })
    expect((await (await place({ 'a.yaml': AGENT, 'b.yaml': AGENT }))(['hooks'])).out).toContain('give each an id of its own')
    expect(await (await place({}))(['hooks', 'nowhere'])).toMatchObject({ code: 2 })
  })
})
