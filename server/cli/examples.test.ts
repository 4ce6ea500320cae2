import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { WalkResult } from '../../src/core/index.ts'
import { exampleFolder, type ExampleFolder } from './testing/examples.ts'
import { heddle, removeProgram, start } from './testing/program.ts'

const open: ExampleFolder[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((folder) => folder.remove()))
})
afterAll(removeProgram)

async function example(...given: Parameters<typeof exampleFolder>): Promise<ExampleFolder> {
  const folder = await exampleFolder(...given)
  open.push(folder)
  return folder
}
const parse = (out: string): WalkResult => JSON.parse(out) as WalkResult
const untilCalled = (folder: ExampleFolder, names: readonly string[]): Promise<void> => vi.waitFor(async () => expect(await folder.calls()).toEqual(names), { timeout: 30_000, interval: 20 })

const report = {
  title: 'The printing press',
  body: expect.stringMatching(/^The printing press: Around 1450 .*\n\nPaper before print: Paper came/),
  sources: ['https://example.org/press', 'https://example.org/paper'],
}

describe('the example of a pipeline of tools', { timeout: 90_000 }, () => {
  it('starts nothing of a folder that is not trusted', async () => {
    const { cwd, calls } = await example('report-writer')
    const { code, out, err } = await heddle(['run', 'report-writer', '--trigger', 'printing press'], { cwd })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/nothing was run: the tools web_search, summarize_report .* not trusted\n.*--trust/)
    expect([await calls(), existsSync(join(cwd, '.heddle/runs.db'))]).toEqual([[], false])
  })

  it('writes its report, with one call of each tool, and what it did can be shown and verified', async () => {
    const { cwd, calls } = await example('report-writer')
    const { code, out, err } = await heddle(['run', 'report-writer', '--trust', '--trigger', 'printing press', '--json', '--run-id', 'r'], { cwd })
    expect([code, parse(out)]).toMatchObject([0, { name: 'Report Writer', success: true, run_id: 'r', output: report, error: null, ended: null }])
    expect(parse(out).steps.map(({ visit, status }) => `${visit} ${status}`)).toEqual(['search#1 completed', 'summarize#1 completed'])
    expect(parse(out).steps[0]?.input).toEqual({ query: 'printing press' })
    expect(await calls()).toEqual(['web_search', 'summarize_report'])
    expect(err).toContain('heddle: run r completed: 2 steps done')
    const shown = await heddle(['show', 'r'], { cwd })
    expect(shown.out).toMatch(/^search: done in .*\n[^]*^summarize: done in .*\n[^]*The printing press/m)
    expect((await heddle(['verify', 'r'], { cwd })).out).toMatch(/^verified: run r, \d+ events/)
  })

  it('takes any text for its trigger, quotes, line ends and what looks like a template included', async () => {
    const { cwd } = await example('report-writer')
    const trigger = 'the "loom"\n\\ {{.search_results}} "}, \u2028 😀'
    const { code, out } = await heddle(['run', 'report-writer', '--trust', '--trigger', trigger, '--json'], { cwd })
    expect(code).toBe(0)
    expect(parse(out).steps[0]?.input).toEqual({ query: trigger })
    expect(parse(out).output).toMatchObject({ title: 'The loom' })
  })

  it('goes on after kill -9 in its second step, under the same id, and does not search again', async () => {
    const folder = await example('report-writer', { waits: 'summarize_report' })
    const { cwd } = folder
    const running = await start(['run', 'report-writer', '--trust', '--trigger', 'printing press', '--run-id', 'cut'], { cwd })
    await untilCalled(folder, ['web_search', 'summarize_report'])
    running.process.kill('SIGKILL')
    await running.ended
    expect((await heddle(['runs'], { cwd })).out).toMatch(/^cut {2}Report Writer {2}interrupted/)
    await folder.release()
    const resumed = await heddle(['resume', 'cut', '--trust', '--json'], { cwd })
    expect([resumed.code, parse(resumed.out)]).toMatchObject([0, { success: true, run_id: 'cut', output: report }])
    // A tool that says that it is idempotent is called once more where its outcome was lost.
    expect(await folder.calls()).toEqual(['web_search', 'summarize_report', 'summarize_report'])
    expect((await heddle(['verify', 'cut'], { cwd })).code).toBe(0)
    expect((await heddle(['runs', '--json'], { cwd })).out.match(/"run":/g)).toHaveLength(1)
  })

  it.each(['node.started', 'node.completed', 'node.started:2', 'node.completed:2'])('calls each tool once, a crash at %s or not', async (point) => {
    const folder = await example('report-writer')
    const { cwd } = folder
    const crashed = await heddle(['run', 'report-writer', '--trust', '--trigger', 'printing press', '--run-id', 'cut'], { cwd, env: { FAULT: `after-append:${point}` } })
    expect(crashed.signal).toBe('SIGKILL')
    const resumed = await heddle(['resume', 'cut', '--trust', '--json'], { cwd })
    expect([resumed.code, parse(resumed.out)]).toMatchObject([0, { run_id: 'cut', output: report }])
    expect(await folder.calls()).toEqual(['web_search', 'summarize_report'])
    expect((await heddle(['verify', 'cut'], { cwd })).code).toBe(0)
  })
})

describe('the example of a loop that ends', { timeout: 90_000 }, () => {
  const ship = (folder: ExampleFolder, ...more: readonly string[]) => heddle(['run', 'draft-shipper', '--trust', '--trigger', 'tea', '--json', ...more], { cwd: folder.cwd })
  const shipped = (folder: ExampleFolder): string => join(folder.cwd, 'shipped/draft.md')

  it('refines until the judge lets the draft pass, and ships it once', async () => {
    const folder = await example('draft-shipper')
    const { code, out } = await ship(folder, '--approve', 'std::write')
    expect([code, parse(out)]).toMatchObject([0, { success: true, ended: null, output: { path: 'shipped/draft.md' } }])
    expect(parse(out).steps.map(({ visit }) => visit)).toEqual(['refine#1', 'judge#1', 'refine#2', 'judge#2', 'refine#3', 'judge#3', 'refine#4', 'judge#4', 'ship#1'])
    expect(await folder.calls()).toHaveLength(8)
    expect((await readFile(shipped(folder), 'utf8')).match(/^## .*/gm)).toEqual(['## In short', '## For example', '## What to do next'])
  })

  it('ships nothing that was not approved', async () => {
    const folder = await example('draft-shipper')
    const { code, err } = await ship(folder)
    expect([code, existsSync(shipped(folder)), await folder.calls()]).toEqual([1, false, []])
    expect(err).toContain('std::write')
  })

  it('ends early, and says where, when the way to the judge may be taken once; the warning names the number that mends it', async () => {
    const folder = await example('draft-shipper')
    const file = join(folder.cwd, 'draft-shipper.yaml')
    const whole = await readFile(file, 'utf8')
    await writeFile(file, whole.replace('      max_iterations: 6\n', ''))
    const checked = await heddle(['check', 'draft-shipper'], { cwd: folder.cwd })
    expect([checked.code, checked.err]).toEqual([0, expect.stringContaining('Set "max_iterations: 6"')])
    const { code, out, err } = await ship(folder, '--approve', 'std::write')
    expect(code).toBe(0)
    expect(parse(out)).toMatchObject({ success: true, ended: 'edge budget used up at refine: refine -> judge was taken 1 of 1 times' })
    expect(parse(out).steps.map(({ visit }) => visit)).toEqual(['refine#1', 'judge#1', 'refine#2'])
    expect(err).toContain('It stopped before an end: edge budget used up at refine')
    expect(existsSync(shipped(folder))).toBe(false)
  })

  it('comes to the same after a crash in the middle of the loop', async () => {
    const folder = await example('draft-shipper')
    const { cwd } = folder
    const args = ['--trust', '--trigger', 'tea', '--approve', 'std::write']
    expect((await heddle(['run', 'draft-shipper', ...args, '--run-id', 'cut'], { cwd, env: { FAULT: 'after-append:edge.taken:4' } })).signal).toBe('SIGKILL')
    const resumed = await heddle(['resume', 'cut', '--trust', '--json'], { cwd })
    expect([resumed.code, resumed.err]).toEqual([0, expect.any(String)])
    expect([resumed.code, parse(resumed.out).steps.at(-1)?.visit, await folder.calls()]).toMatchObject([0, 'ship#1', { length: 8 }])
    expect(existsSync(shipped(folder))).toBe(true)
    expect((await heddle(['verify', 'cut'], { cwd })).code).toBe(0)
  })
})
