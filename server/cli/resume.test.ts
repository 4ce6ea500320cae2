import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { heddle, removeProgram, start } from './testing/program.ts'
import { closeScenes, notes, parse, scene, task, until } from './testing/scene.ts'

afterEach(closeScenes)
afterAll(removeProgram)

describe('a run that was cut off', () => {
  it('goes on after kill -9 without asking again for what is done', async () => {
    const { cwd, env, server, asked } = await scene((name, { call }) => (name === 'DRAFT' && call === 1 ? { hang: true } : `${name} answer`))
    const running = await start(['run', 'notes', '--run-id', 'cut', '--json'], { cwd, env })
    await until(() => asked().includes('DRAFT'))
    running.process.kill('SIGKILL')
    await running.ended
    expect((await heddle(['runs'], { cwd })).out).toMatch(/^cut {2}notes {2}interrupted/)
    const resumed = await heddle(['resume', 'cut', '--json'], { cwd, env })
    expect(resumed.code).toBe(0)
    const result = parse(resumed.out)
    expect(result).toMatchObject({ success: true, run_id: 'cut', results: { collect: { output: 'COLLECT answer' }, check: { output: 'CHECK answer' } } })
    expect(['COLLECT', 'ISSUES', 'DRAFT', 'CHECK'].map((name) => asked().filter((one) => one === name).length)).toEqual([1, 1, 2, 1])
    const again = await heddle(['resume', 'cut'], { cwd, env })
    expect(again).toMatchObject({ code: 0, out: 'CHECK answer\n', err: 'heddle: run cut is completed: nothing is left to do\n' })
    expect(server.requests.length).toBe(5)
    expect((await heddle(['verify', 'cut'], { cwd })).out).toMatch(/^verified: run cut, \d+ events/)
  })

  it.each(['run.created', 'run.started', 'node.started:2', 'model.called', 'node.completed', 'node.completed:3', 'run.completed'])('loses nothing and repeats nothing after a crash at %s', async (point) => {
    const { cwd, env, asked } = await scene((name) => `${name} answer`)
    const crashed = await heddle(['run', 'notes', '--run-id', 'cut'], { cwd, env: { ...env, FAULT: `after-append:${point}` } })
    expect(crashed.signal).toBe('SIGKILL')
    const { value: events } = JSON.parse((await heddle(['show', 'cut', '--events', '--json'], { cwd })).out) as { value: { type: string; node?: string }[] }
    const recorded = events.filter(({ type }) => type === 'model.called').map(({ node }) => node?.toUpperCase() ?? '')
    const resumed = await heddle(['resume', 'cut'], { cwd, env })
    expect([resumed.code, resumed.out]).toEqual([0, 'CHECK answer\n'])
    for (const name of ['COLLECT', 'ISSUES', 'DRAFT', 'CHECK']) {
      const times = asked().filter((one) => one === name).length
      expect([name, times]).toEqual([name, recorded.includes(name) ? 1 : Math.min(2, Math.max(1, times))])
    }
    expect((await heddle(['verify', 'cut'], { cwd })).code).toBe(0)
  })

  it('is cancelled by Ctrl-C and goes on later', async () => {
    const { cwd, env, server, asked } = await scene((name, { call }) => (name === 'DRAFT' && call === 1 ? { hang: true } : `${name} answer`))
    const running = await start(['run', 'notes', '--run-id', 'stopped'], { cwd, env })
    await until(() => asked().includes('DRAFT'))
    running.process.kill('SIGINT')
    const { code, err, out } = await running.ended
    expect([code, out]).toEqual([130, ''])
    expect(err).toContain('cancelling; Ctrl-C again leaves at once')
    expect(err).toContain('heddle resume stopped')
    expect(await server.requests.find((request) => task(request) === 'DRAFT')?.gone).toBe(true)
    expect((await heddle(['runs'], { cwd })).out).toMatch(/^stopped {2}notes {2}cancelled/)
    expect((await heddle(['resume', 'last'], { cwd, env })).out).toBe('CHECK answer\n')
    expect(asked().filter((name) => name === 'COLLECT').length).toBe(1)
  })

  it('is left at once at the second Ctrl-C, and its record is whole', async () => {
    const { cwd, env, asked } = await scene((name) => (name === 'DRAFT' ? { hang: true } : 'ok'))
    const running = await start(['run', 'notes', '--run-id', 'left'], { cwd, env })
    await until(() => asked().includes('DRAFT'))
    running.process.kill('SIGINT')
    await until(() => running.err().includes('cancelling'))
    running.process.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect((await heddle(['verify', 'left'], { cwd })).code).toBe(0)
  })

  it('is cancelled from another process', async () => {
    const { cwd, env, asked } = await scene((name) => (name === 'DRAFT' ? { hang: true } : 'ok'))
    const running = await start(['run', 'notes', '--run-id', 'far'], { cwd, env })
    await until(() => asked().includes('DRAFT'))
    const owned = await heddle(['resume', 'far'], { cwd, env })
    expect(owned).toMatchObject({ code: 1, err: expect.stringContaining('run far is being worked on by process') })
    expect(await heddle(['cancel', 'far'], { cwd })).toMatchObject({ code: 0, err: 'heddle: run far is cancelled\n' })
    expect((await running.ended).code).toBe(1)
    const again = await heddle(['cancel', 'far', '--json'], { cwd })
    expect(JSON.parse(again.out)).toEqual({ success: true, value: { run: 'far', status: 'cancelled', cancelled: false } })
  })

  it('retries what failed and leaves the rest alone', async () => {
    let mended = false
    const { cwd, env, asked } = await scene((name) => (name === 'ISSUES' && !mended ? { status: 400, message: 'broken' } : `${name} ok`))
    expect((await heddle(['run', 'notes', '--run-id', 'again'], { cwd, env })).code).toBe(1)
    mended = true
    const resumed = await heddle(['resume', 'again'], { cwd, env })
    expect([resumed.code, resumed.out]).toEqual([0, 'CHECK ok\n'])
    expect(asked().filter((name) => name === 'COLLECT').length).toBe(1)
  })
})

describe('past runs', () => {
  it('are listed, shown and found by the beginning of their id', async () => {
    const { cwd, env } = await scene((name) => (name === 'CHECK' ? { status: 400, message: 'no' } : { text: `${name}\nmore`, usage: { input: 1000, output: 200 } }), { files: { 'notes.yaml': notes, 'other.yaml': 'nodes: [{id: a, prompt: LONE}]' } })
    await heddle(['run', 'notes', '--run-id', 'first-run'], { cwd, env })
    await heddle(['run', 'other', '--run-id', 'second-run'], { cwd, env })
    const listed = JSON.parse((await heddle(['runs', '--json'], { cwd })).out) as { value: unknown }
    expect(listed.value).toMatchObject([
      { run: 'second-run', workflow: 'other', file: 'other.yaml', status: 'completed', duration: expect.any(Number) },
      { run: 'first-run', workflow: 'notes', file: 'notes.yaml', status: 'failed', usage: { input: 3000, output: 600 } },
    ])
    expect((await heddle(['runs', 'notes'], { cwd })).out).toMatch(/^first-run {2}notes {2}failed .*\n$/)
    const shown = await heddle(['show', 'first'], { cwd })
    expect(shown.out).toContain('draft needs collect, issues: done in ')
    expect(shown.out).toContain('  DRAFT\n  more\n')
    expect(shown.out).toContain('1,200 tokens')
    expect(shown.err).toContain('heddle resume first-run')
    expect(JSON.parse((await heddle(['show', 'first', '--json'], { cwd })).out)).toMatchObject({ success: true, value: { run: 'first-run', status: 'failed', success: false, results: { check: { success: false } } } })
    expect((await heddle(['show', 'first', '--events'], { cwd })).out).toMatch(/^ {4}1 {2}\S+ {2}run\.created/)
    const events = JSON.parse((await heddle(['show', 'first', '--events', '--json'], { cwd })).out) as { value: { type: string }[] }
    expect(events.value.at(-1)?.type).toBe('run.failed')
    expect(await heddle(['show', 'frist-run'], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('did you mean first-run?') })
  })

  it('says that there are none', async () => {
    const { cwd } = await scene(() => 'never')
    expect(await heddle(['resume', 'x'], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('this folder has no runs yet') })
    expect((await heddle(['runs', '--json'], { cwd })).out).toBe('{\n  "success": true,\n  "value": []\n}\n')
  })
})

describe('heddle serve', () => {
  it('prints an address that answers, and stops when it is told to', async () => {
    const { cwd } = await scene(() => 'never')
    const running = await start(['serve', '--port', '0', '--json'], { cwd })
    await until(() => running.out().includes('\n'))
    const { value } = JSON.parse(running.out()) as { value: { url: string; port: number } }
    expect((await fetch(new URL('/api/health', value.url))).status).toBeLessThan(500)
    const taken = await heddle(['serve', '--port', String(value.port)], { cwd })
    expect(taken).toMatchObject({ code: 2, err: expect.stringMatching(/port \d+ is in use\n.*--port/) })
    running.process.kill('SIGINT')
    expect((await running.ended).code).toBe(0)
  })
})
