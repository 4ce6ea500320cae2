import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls, failureOf, type Calls, type CallsOptions } from '../testing/calls.ts'
import { readModule } from './read.ts'

const tools = `
import { defineTool, type ToolContext } from 'heddle'
import { shout } from './shout.ts'

export const greet = defineTool({
  name: 'greet',
  description: 'Greets.',
  input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  raises: ['test::greet'],
  run: async ({ name }: { name: string }, context: ToolContext) => {
    await context.raise('test::greet', { name })
    context.log('greeting ' + name)
    return { said: shout(name), key: context.idempotencyKey, at: context.now() }
  },
})
export const pid = defineTool({ name: 'pid', run: () => process.pid })
export const hang = defineTool({ name: 'hang', run: () => { for (;;) ; } })
export const patient = defineTool({ name: 'patient', run: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop')))) })
export const leave = defineTool({ name: 'leave', run: () => process.exit(3) })
export const throws = defineTool({ name: 'throws', run: () => { throw Object.assign(new Error('no luck'), { hint: 'Try again.' }) } })
export const late = defineTool({ name: 'late', run: () => new Promise(() => setTimeout(() => { throw new Error('nobody caught this') }, 5)) })
export const flood = defineTool({ name: 'flood', run: () => { const more = () => { while (process.stdout.write('x'.repeat(65536))) ; process.stdout.once('drain', more) }; more(); return new Promise(() => {}) } })
export const odd = defineTool({ name: 'odd', run: () => new Date(0) })
export const half = defineTool({ name: 'half', run: () => 'half \\uD83D' })
export const nothing = defineTool({ name: 'nothing', run: () => undefined })
export const garbles = defineTool({ name: 'garbles', raises: ['mail::send'], run: (): any => { (process as any)._send({ type: 'raise', id: 1, raise: 4711, effect: 'mail::send', data: '{"to": ' }); return new Promise(() => {}) } })
export const answers = defineTool({ name: 'answers', run: () => { process.send?.({ type: 'result', id: 1, json: '"forged"' }); return 'own' } })
export const read = defineTool({ name: 'read', description: 'Ours', run: () => 'ours' })
export const polite = defineTool({ name: 'polite', run: async (_, { signal, log }) => {
  const { spawn } = await import('node:child_process')
  const child = spawn('sh', ['-c', 'trap "" TERM; echo ready; sleep 30; true'], { stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.once('data', () => log('child ' + child.pid))
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop'))))
} })
export const child = defineTool({ name: 'child', run: async () => {
  const { spawn } = await import('node:child_process')
  return spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000)'], { stdio: 'ignore' }).pid
} })
`
const files = { 'tools.ts': tools, 'shout.ts': 'export const shout = (text: string): string => text.toUpperCase()\n' }
const given = (more: CallsOptions = {}): Promise<Calls> => calls({ files, modules: ['./tools.ts'], trusted: true, ...more })

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a module of the user', () => {
  it('is called in a process of its own, in TypeScript and without node_modules', async () => {
    const { call, raised, logs } = await given()
    expect(await call('greet', { name: 'ada' })).toEqual({ said: 'ADA', key: 'r1/node#1', at: Date.UTC(2026, 0, 2) })
    expect(await call('greet', 'ada')).toMatchObject({ said: 'ADA' })
    expect(raised[0]).toEqual({ effect: 'test::greet', data: { name: 'ada' } })
    expect(logs).toContain('greeting ada')
    const first = await call('pid')
    expect(first).not.toBe(process.pid)
    expect(await call('pid')).toBe(first)
    expect(await call('read')).toBe('ours')
    expect(await call('std::fs.read', 'shout.ts')).toContain('toUpperCase')
    expect(await failureOf(call('greet', { nam: 'ada' }))).toMatchObject({ kind: 'invalid-input', message: expect.stringContaining('name is missing') })
    expect(await call('nothing')).toBeNull()
    expect(await call('half')).toBe('half \uFFFD')
    expect(await call('answers')).toBe('own')
  })

  it('does nothing when what it raises is refused', async () => {
    const { call } = await given({ refuse: ['test::greet'] })
    expect(await failureOf(call('greet', 'ada'))).toEqual({ kind: 'rejected', message: 'test::greet: refused' })
  })

  it.each([
    ['throws', 'throws: no luck'],
    ['odd', 'its result is not JSON: it is an object of class Date'],
    ['leave', 'ended by itself (exit code 3)'],
    ['late', 'nobody caught this'],
    ['flood', 'printed more than 300000 bytes'],
  ])('fails its call alone: %s', async (tool, message) => {
    const { call } = await given({ limits: { printed: 300_000 } })
    expect(await failureOf(call(tool))).toMatchObject({ kind: 'tool', message: expect.stringContaining(message) })
    expect(await call('greet', 'still here')).toMatchObject({ said: 'STILL HERE' })
  })

  it('is ended when it does not stop in its time, and asked to stop before', async () => {
    const { call } = await given({ limits: { abort: 100 } })
    expect(await failureOf(call('patient', {}, { timeout: 50 }))).toMatchObject({ kind: 'timeout' })
    const before = (await call('pid')) as number
    expect(await failureOf(call('hang', {}, { timeout: 100 }))).toMatchObject({ kind: 'timeout' })
    expect(isAlive(before)).toBe(false)
    expect(await call('greet', 'still here')).toMatchObject({ said: 'STILL HERE' })
  })

  it('is answered for when what it started has ended too, also where it ends at once itself', async () => {
    const { call, logs, cancel } = await given()
    const called = call('polite')
    called.catch(() => {})
    await expect.poll(() => logs.join(), { timeout: 20_000 }).toMatch(/child \d+/)
    const child = Number(/child (\d+)/.exec(logs.join())?.[1])
    expect(isAlive(child)).toBe(true)
    cancel()
    await expect(called).rejects.toThrow('cancelled')
    expect(isAlive(child)).toBe(false)
  })

  it('is refused an effect of which it says what nobody can read: nobody is asked, and the call has failed', async () => {
    const { call, raised } = await given()
    expect(await failureOf(call('garbles', {}, { timeout: 20_000 }))).toEqual({ kind: 'tool', message: 'garbles: what it says of mail::send cannot be read' })
    expect(raised).toEqual([])
  })

  it('says that it begins where nobody is asked, unless it may be done twice or says itself what it does', async () => {
    const { call, begun } = await given()
    await call('pid')
    await call('greet', 'ada')
    await call('std::flow.echo', 'x')
    expect(begun).toEqual(['the tool "pid"'])
  })

  it('ends with its run, and all that it started too', async () => {
    const { call, tools: toolbox } = await given()
    const pids = [(await call('pid')) as number, (await call('child')) as number]
    expect(pids.map(isAlive)).toEqual([true, true])
    await toolbox.close()
    expect(pids.map(isAlive)).toEqual([false, false])
  })

  it('may use more of the library, and Zod of its own or ours', async () => {
    const module = `
import { z } from 'zod'
import { defineTool, ToolError } from 'heddle'
export default [defineTool({
  name: 'add',
  input: z.object({ a: z.number(), b: z.number().default(2) }),
  output: z.number(),
  run: ({ a, b }) => { if (a < 0) throw new ToolError('negative', 'Use a positive one.'); return a + b },
})]
`
    const { call } = await calls({ files: { 'tools.mts': module }, modules: ['tools.mts'], trusted: true })
    expect(await call('add', { a: 1 })).toBe(3)
    expect(await failureOf(call('add', { a: 'x' }))).toMatchObject({ kind: 'invalid-input', message: expect.stringContaining('a must be a number') })
    expect(await failureOf(call('add', { a: -1 }))).toMatchObject({ message: 'add: negative', hint: 'Use a positive one.' })
  })

  it.each([
    ['throw new Error("at once")', 'the module ./tools.ts cannot be loaded: at once'],
    ['export const x = 1', 'the module ./tools.ts exports no tool: export what defineTool gives'],
    ['import { defineTol } from "heddle"; export const a = defineTol({})', '"heddle" exports no "defineTol"; did you mean "defineTool"?'],
    ['import { defineTool } from "heddle"; export const a = defineTool({ name: "a b", run() {} })', '`name` must begin with a letter'],
    ['import { defineTool } from "heddle"; export const a = defineTool({ name: "a", run() {} }); export const b = defineTool({ name: "a", run() {} })', 'has two tools called "a"'],
    ['const x = {', 'the module ./tools.ts cannot be loaded'],
    ['import "./nowhere.ts"', 'the module ./tools.ts cannot be loaded'],
    ['process.exit(5)', 'ended by itself (exit code 5)'],
  ])('says why it cannot be loaded: %s', async (text, message) => {
    const { call } = await calls({ files: { 'tools.ts': text }, modules: ['./tools.ts'], trusted: true })
    expect(await failureOf(call('anything'))).toMatchObject({ kind: 'tool', message: expect.stringContaining(message) })
  })

  it('that hangs while it is loaded is given up', async () => {
    const { call } = await calls({ files: { 'tools.ts': 'for (;;) ;' }, modules: ['./tools.ts'], trusted: true, limits: { load: 2_000 } })
    expect(await failureOf(call('anything'))).toMatchObject({ kind: 'tool', message: 'the module ./tools.ts cannot be loaded: it did not load within 2 s' })
  })

  it('is not imported, and not passed over, where the folder is not trusted', async () => {
    const { call, workspace } = await calls({ files: { 'tools.ts': 'import { writeFileSync } from "node:fs"; writeFileSync("ran", "")' }, modules: ['./tools.ts'] })
    expect(await failureOf(call('read', 'tools.ts'))).toMatchObject({ kind: 'tool', message: 'the tool "read" may come from ./tools.ts, which is not started since this folder is not trusted', hint: expect.stringContaining('heddle trust') })
    expect(existsSync(join(workspace, 'ran'))).toBe(false)
  })

  it('must lie in the workspace', async () => {
    const { call } = await calls({ modules: ['../outside.ts', './missing.ts'], trusted: true })
    expect(await failureOf(call('anything'))).toMatchObject({ kind: 'tool', message: expect.stringContaining('../outside.ts') })
  })
})

describe('what is known of a module', () => {
  it('is kept by the hash of its text and of what it imports, and believed only where this user wrote it', async () => {
    const { call, workspace } = await given()
    await call('pid')
    const folder = join(workspace, '.heddle/cache/tools')
    const [name = ''] = await readdir(folder)
    const second = await calls({ workspace, modules: ['./tools.ts'], trusted: true })
    const [source] = [await second.tools.find('greet')]
    expect(source).toMatchObject({ ok: true, tool: { raises: ['test::greet'] } })
    const before = await readModule(workspace, './tools.ts')
    await writeFile(join(workspace, 'shout.ts'), 'export const shout = (text: string): string => text\n')
    const after = await readModule(workspace, './tools.ts')
    expect(before.ok && after.ok && before.text.hash !== after.text.hash).toBe(true)
    const entry = await readFile(join(folder, name), 'utf8')
    expect(entry).toContain('greet')
  })
})
