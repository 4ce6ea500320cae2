import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls, failureOf, type Calls } from '../testing/calls.ts'

const node = (code: string): string[] => [process.execPath, '-e', code]

/** Is the process of this number alive? One that has ended and was not asked for yet is not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function written(path: string): Promise<string> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const text = existsSync(path) ? await readFile(path, 'utf8') : ''
    if (text.endsWith('\n')) return text.trim()
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
  }
  throw new Error(`${path} was not written`)
}

/** A program that ignores a polite end, and so does the one that it starts and leaves behind. */
const stubborn = (then: string): string[] => ['sh', '-c', `(trap "" TERM; echo $$ > /dev/null; sh -c 'trap "" TERM; echo $$ > inner.pid; sleep 30; touch late.txt' & ) ; trap "" TERM; ${then}`]

const pidOf = async ({ workspace }: Calls): Promise<number> => Number(await written(join(workspace, 'inner.pid')))

describe('exec', () => {
  it('runs a program by its arguments, never through a shell', async () => {
    const { call, raised } = await calls({ files: { 'sub/a.txt': '' } })
    expect(await call('exec', { argv: node('process.stdout.write(JSON.stringify(process.argv.slice(1)))').concat('$HOME; `id`', '*') })).toEqual({ stdout: JSON.stringify(['$HOME; `id`', '*']), stderr: '', exit_code: 0 })
    expect(await call('exec', { argv: ['ls'], cwd: 'sub' })).toMatchObject({ stdout: 'a.txt\n' })
    expect(await call('exec', { argv: ['cat'], stdin: 'in 😀' })).toMatchObject({ stdout: 'in 😀' })
    expect(raised[1]).toEqual({ effect: 'std::exec', data: { command: 'ls', args: [], cwd: 'sub' } })
  })

  it('passes on no keys, and lets nobody choose what a name runs', async () => {
    const { call } = await calls({ env: { PATH: process.env.PATH, HOME: '/home/x', OPENAI_API_KEY: 'sk-secret', HEDDLE_TOKEN: 't', NODE_OPTIONS: '--inspect' } })
    const { stdout } = (await call('exec', { argv: node('process.stdout.write(JSON.stringify(process.env))'), env: { MINE: '1' } })) as { readonly stdout: string }
    expect(JSON.parse(stdout)).toEqual({ PATH: process.env.PATH, HOME: '/home/x', MINE: '1' })
    for (const name of ['PATH', 'LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV', 'a b']) expect(await failureOf(call('exec', { argv: ['true'], env: { [name]: 'x' } }))).toMatchObject({ message: expect.stringContaining('may not be set') })
  })

  it('says how a program failed', async () => {
    const { call } = await calls()
    expect(await failureOf(call('exec', { argv: node('console.error("no luck"); process.exit(3)') }))).toMatchObject({ kind: 'tool', message: `exec: ${process.execPath} ended with exit code 3: no luck` })
    expect(await call('exec', { argv: node('console.error("no luck"); process.exit(3)'), allow_failure: true })).toEqual({ stdout: '', stderr: 'no luck\n', exit_code: 3 })
    expect(await failureOf(call('exec', { argv: ['no-such-program'] }))).toMatchObject({ message: 'exec: there is no program "no-such-program"' })
    expect(await failureOf(call('exec', { argv: node('process.kill(process.pid, "SIGKILL")') }))).toMatchObject({ message: expect.stringContaining('was ended by SIGKILL') })
    expect(await failureOf(call('exec', { argv: ['true'], cwd: '..' }))).toMatchObject({ kind: 'tool' })
    expect(await failureOf(call('exec', { argv: ['echo', 'a\0b'] }))).toMatchObject({ kind: 'tool', message: expect.stringContaining('cannot be started') })
  })

  it('joins characters that come in pieces, and replaces what is not UTF-8', async () => {
    const { call, logs } = await calls()
    const pieces = 'const b = Buffer.from("😀é"); let i = 0; const t = setInterval(() => { process.stdout.write(b.subarray(i, ++i)); if (i === b.length) clearInterval(t) }, 5)'
    expect(await call('exec', { argv: node(pieces) })).toMatchObject({ stdout: '😀é' })
    expect(logs).toEqual([])
    const broken = 'process.stdout.write(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x97, 0x20, 0x6f, 0x6b, 0x0a])); process.stdout.write("x".repeat(200000))'
    expect(await call('exec', { argv: node(broken) })).toMatchObject({ stdout: `caf\uFFFD \uFFFD ok\n${'x'.repeat(200_000)}`, exit_code: 0 })
    expect(logs).toEqual([expect.stringContaining('is not UTF-8 from byte 3 on')])
  })

  it('gives the beginning of a long output, in whole characters, and keeps all of it in a file', async () => {
    const { call, workspace } = await calls()
    const given = (await call('exec', { argv: node('process.stdout.write("😀".repeat(50000))'), max_output: 1_001 })) as { readonly stdout: string; readonly stdout_file: string }
    expect(given.stdout).toBe('😀'.repeat(250))
    expect(await readFile(join(workspace, given.stdout_file), 'utf8')).toBe('😀'.repeat(50_000))
  })

  it('ends a program that floods', async () => {
    const { call } = await calls({ flood: 3_000_000 })
    expect(await failureOf(call('exec', { argv: ['yes'], max_output: 1_000 }))).toMatchObject({ kind: 'tool', message: 'exec: the program wrote more than 3000000 bytes to stdout and was ended' })
  })

  it('ends the whole group when its time is over, also what ignores a polite end', async () => {
    const given = await calls()
    const called = failureOf(given.call('exec', { argv: stubborn('sleep 30'), timeout: '3s' }))
    const inner = await pidOf(given)
    expect(await called).toMatchObject({ kind: 'timeout', message: expect.stringContaining('did not end within 3s') })
    expect(isAlive(inner)).toBe(false)
    expect(existsSync(join(given.workspace, 'late.txt'))).toBe(false)
  })

  it('ends the whole group on a cancel, before the call has failed', async () => {
    const given = await calls()
    const called = given.call('exec', { argv: stubborn('sleep 30') })
    called.catch(() => {})
    const inner = await pidOf(given)
    given.cancel(new Error('cancelled'))
    await expect(called).rejects.toThrow('cancelled')
    expect(isAlive(inner)).toBe(false)
  })

  it('does not wait for what a program leaves behind, and ends it', async () => {
    const given = await calls()
    const called = given.call('exec', { argv: stubborn('while [ ! -s inner.pid ]; do sleep 0.02; done; echo done') })
    expect(await called).toMatchObject({ stdout: 'done\n', exit_code: 0 })
    expect(isAlive(await pidOf(given))).toBe(false)
  })
})
