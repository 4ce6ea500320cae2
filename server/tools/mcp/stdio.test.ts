import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls, failureOf, type Calls } from '../testing/calls.ts'
import { mcpProgram } from '../testing/mcp-program.ts'
import { startServer } from './client.ts'
import { splitLines } from './lines.ts'

const over = (...given: Parameters<typeof mcpProgram>): Promise<Calls> => calls({ files: { '.mcp.json': JSON.stringify({ mcpServers: { by: mcpProgram(...given) } }) }, trusted: true })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a server that is a program', { timeout: 60_000 }, () => {
  it('is started anew for the next call when it died in one', async () => {
    const { call, workspace } = await over({ die: 'console.error("last words"); setTimeout(() => process.exit(3), 20)', pid: 'text(id, String(process.pid))', refuse: 'say({ id, error: { code: -32000, message: "Connection closed" } })' })
    const first = await call('pid')
    expect(await call('pid')).toBe(first)
    await expect(call('die')).rejects.toMatchObject({ cutOff: true, error: { kind: 'tool', message: 'die: the MCP server "by" gave no answer: it ended by itself (exit code 3). It said: last words' } })
    expect(await call('pid')).not.toBe(first)
    // What sounds like an end of the connection is an answer all the same.
    await expect(call('refuse')).rejects.toMatchObject({ cutOff: false, error: { message: 'refuse: the MCP server "by" refused the call: Connection closed' } })
    expect((await readFile(join(workspace, 'calls.txt'), 'utf8')).match(/die/g)).toHaveLength(1)
  })

  it('is not asked once it has ended, though its pipes are held by what it started: the next is started anew', async () => {
    const { call, workspace } = await over({ once: 'require("node:child_process").spawn("sleep", ["30"], { stdio: "inherit", detached: true }).unref(); text(id, String(process.pid)); setTimeout(() => process.exit(0), 0)' })
    const first = Number(await call('once'))
    await expect.poll(() => isAlive(first), { interval: 1, timeout: 20_000 }).toBe(false)
    const again = await call('once').then((pid) => JSON.stringify(pid).replaceAll('"', ''), (error: { readonly cutOff: boolean; readonly error: Error }) => `${error.cutOff ? 'cut off' : 'not cut off'}: ${error.error.message}`)
    expect(again).not.toBe(`${first}`)
    expect(again).toMatch(/^(\d+|not cut off: once: the MCP server "by" was not asked: it ended by itself \(exit code 0\).*)$/)
    expect(await readFile(join(workspace, 'calls.txt'), 'utf8')).toBe('once\n'.repeat(/^\d/.test(again) ? 2 : 1))
  })

  it('may say as much as it likes on stderr, and large answers on stdout', async () => {
    const { call } = await over({
      flood: 'const more = () => { for (let i = 0; i < 400; i += 1) fs.writeSync(2, "x".repeat(65536)) }; try { more() } catch {} ; text(id, "still here")',
      large: 'text(id, "é".repeat(7_000_000))',
      prints: 'console.log("a remark"); console.log("{\\"not\\": \\"a message\\"}"); say({ id: 4711, result: {} }); text(id, "behind it")',
    })
    expect(await call('flood')).toBe('still here')
    expect(await call('large')).toBe('é'.repeat(7_000_000))
    expect(await call('prints')).toBe('behind it')
  })

  it.each([
    ['ends at once', 'process.exit(0)', 'cannot be started: it ended by itself (exit code 0)'],
    ['never answers', 'process.stdin.resume()', 'cannot be started: no answer within 1 s'],
    ['answers nonsense', 'process.stdin.on("data", () => console.log(JSON.stringify({ jsonrpc: "2.0", id: 0, result: { hello: 1 } })))', 'cannot be started: its answer is not what MCP asks for'],
    ['floods stderr and does not answer', 'setInterval(() => process.stderr.write("e".repeat(100000)), 1)', 'no answer within 1 s'],
  ])('that %s is told of in bounded time', async (_, code, message) => {
    await expect(startServer('s', { command: process.execPath, args: ['-e', code] }, { workspace: process.cwd(), env: { PATH: process.env.PATH }, limits: { start: message.includes('1 s') ? 1_000 : 30_000 } })).rejects.toThrow(message)
  })

  it('goes on for other calls when one is given up', async () => {
    const { call, workspace } = await over({ slow: '', pid: 'text(id, String(process.pid))' })
    const first = await call('pid')
    expect(await failureOf(call('slow', {}, { timeout: 100 }))).toMatchObject({ kind: 'timeout' })
    expect(await call('pid')).toBe(first)
    expect(await readFile(join(workspace, 'calls.txt'), 'utf8')).toBe('pid\nslow\npid\n')
  })
})

describe('lines', () => {
  it('are handed on whole, whatever pieces they come in', () => {
    const lines: string[] = []
    const take = splitLines((line) => lines.push(line), () => lines.push('endless'))
    for (const byte of Buffer.from('one\n\né😀\r\nrest')) take(Buffer.from([byte]))
    expect(lines).toEqual(['one', '', 'é😀\r'])
    take(Buffer.from(' of it\nlast\n'))
    expect(lines.slice(3)).toEqual(['rest of it', 'last'])
  })

  it('that do not end are given up', () => {
    const lines: string[] = []
    const take = splitLines((line) => lines.push(line), () => lines.push('endless'), 10)
    for (const text of ['12345', '678901', 'more\n', 'x\n']) take(Buffer.from(text))
    expect(lines).toEqual(['endless'])
  })
})
