import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { WalkResult } from '../../src/core/index.ts'
import { folderWith, heddle, removeProgram, start } from './testing/program.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})
afterAll(removeProgram)

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const made = await folderWith(files)
  open.push(() => made.remove())
  return made.path
}
const parse = (out: string): WalkResult => JSON.parse(out) as WalkResult
const listed = (cwd: string, file: string): readonly string[] => (existsSync(join(cwd, file)) ? readFileSync(join(cwd, file), 'utf8').trim().split('\n') : [])

describe('templates of a run', { timeout: 90_000 }, () => {
  it('send nothing for what is missing or null, never the words for it, and the check says what was meant', async () => {
    const cwd = await folder({ 'mail.yaml': `name: mail
workflow:
  steps:
    - {id: s1, tool: set, output: found, input: '{"title": null}'}
    - {id: s2, tool: echo, input: 'to={{.fuond}} title={{.found.title}} n={{.found.meta.size}}'}
` })
    const checked = await heddle(['check', 'mail'], { cwd })
    expect([checked.code, checked.err]).toEqual([0, expect.stringMatching(/mail\.yaml:5:42: warning: step s2.*"fuond".*"found"/)])
    const { code, out } = await heddle(['run', 'mail', '--json'], { cwd })
    expect([code, parse(out).steps[1]?.input, parse(out).output]).toEqual([0, 'to= title= n=', 'to= title= n='])
  })

  it('give a tool the very text and every digit, whatever Go would write for it', async () => {
    const cwd = await folder({ 'quote.yaml': `name: quote
workflow:
  steps:
    - {id: found, tool: read, output: found, input: '{"path": "found.json"}'}
    - {id: q, tool: set, input: '{"t": {{.trigger | printf "%q"}}, "j": {{ .trigger | toJson }}, "s": "<{{ .trigger }}>", "id": {{.found.id}}}'}
    - {id: long, tool: echo, input: 'no {{.found.long}}'}
`, 'found.json': '{"id": 12345678, "long": 12345678901234567890}' })
    const trigger = 'bell\u0007 zero\u200b tag\u{e0001} \\ " \n 😀'
    const { code, out, err } = await heddle(['run', 'quote', '--approve', 'std::read', '--json', '--trigger', trigger], { cwd })
    expect([code, code === 0 ? '' : err]).toEqual([0, ''])
    expect(parse(out).steps[1]?.output).toEqual({ t: trigger, j: trigger, s: `<${trigger}>`, id: 12345678 })
    expect(parse(out).output).toBe('no 12345678901234567890')
  })
})

const COUNTED = `import { appendFileSync, existsSync } from 'node:fs'
import { defineTool } from 'heddle'
export const send = defineTool({ name: 'send', input: { type: 'object' }, run: async (input, context) => {
  appendFileSync('sent.txt', context.idempotencyKey + '\\n')
  while (existsSync('hold')) await new Promise((resolve) => setTimeout(resolve, 10))
  if (existsSync('fail')) throw new Error('the answer was lost')
  return { sent: true }
} })
`
const MAIL = `name: mail
workflow:
  steps:
    - {id: mail, tool: send, on_error: retry, input: '{"to": "x"}'}
    - {id: after, tool: echo, input: done}
`

describe('a tool with an effect outside', { timeout: 90_000 }, () => {
  const files = { 'mail.yaml': MAIL, 'tools.ts': COUNTED, 'heddle.json': '{"tools": ["./tools.ts"]}' }

  it('is given the same key at each try, so that it can tell that it did it already', async () => {
    const cwd = await folder({ ...files, fail: '' })
    const { code, out } = await heddle(['run', 'mail', '--trust', '--json', '--run-id', 'r'], { cwd })
    expect([code, parse(out).error]).toEqual([1, expect.stringContaining('the answer was lost')])
    const sent = listed(cwd, 'sent.txt')
    expect([sent.length, new Set(sent).size]).toEqual([2, 1])
    const { value } = JSON.parse((await heddle(['show', 'r', '--events', '--json'], { cwd })).out) as { value: { type: string }[] }
    expect(value.filter(({ type }) => type === 'node.retrying')).toHaveLength(1)
  })

  it('is given the same key after kill -9 between the call and its record', async () => {
    const cwd = await folder({ ...files, hold: '' })
    const running = await start(['run', 'mail', '--trust', '--run-id', 'r'], { cwd })
    await vi.waitFor(() => expect(listed(cwd, 'sent.txt')).toHaveLength(1), { timeout: 30_000, interval: 20 })
    running.process.kill('SIGKILL')
    await running.ended
    rmSync(join(cwd, 'hold'))
    expect((await heddle(['resume', 'r', '--trust'], { cwd })).code).toBe(0)
    const sent = listed(cwd, 'sent.txt')
    expect([sent.length, new Set(sent).size]).toEqual([2, 1])
  })
})

describe('what a program prints', { timeout: 90_000 }, () => {
  const shell = (script: string, more: object = {}, onError = 'abort') => `name: sh
workflow:
  steps:
    - {id: sh, tool: exec, output: got, on_error: ${onError}, input: ${JSON.stringify(JSON.stringify({ argv: ['sh', '-c', script], ...more }))}}
    - {id: len, tool: echo, input: '{{ len .got.stdout }}'}
`

  it('that is not UTF-8 ends neither the reader nor the program', async () => {
    const cwd = await folder({ 'sh.yaml': shell("printf 'caf\\351 \\227 ok\\n'; head -c 200000 /dev/zero | tr '\\0' x") })
    const { code, out, err } = await heddle(['run', 'sh', '--approve', 'std::exec', '--json'], { cwd })
    expect([code, code === 0 ? '' : err]).toEqual([0, ''])
    const { stdout } = parse(out).steps[0]!.output as { stdout: string }
    expect([stdout.slice(0, 11), stdout.length]).toEqual(['caf\ufffd \ufffd ok\nx', 200_010])
  })

  it('is huge, and is handed on or refused by size, with the page and the log spared', async () => {
    const cwd = await folder({ 'sh.yaml': shell('head -c 20000000 /dev/zero | tr "\\0" x') })
    const { code, out, err } = await heddle(['run', 'sh', '--approve', 'std::exec', '--run-id', 'r'], { cwd })
    expect(out.length + err.length).toBeLessThan(100_000)
    expect(code).toBe(0)
    expect((await heddle(['verify', 'r'], { cwd })).code).toBe(0)
  })

  it('comes to an end with the whole group when its time is over, and is done again only where the user says so', async () => {
    const cwd = await folder({ 'sh.yaml': shell('echo try >> tries.txt; (trap "" TERM; sleep 3; touch late.txt) & sleep 30', { timeout: '1s' }, 'retry') })
    const { code, err } = await heddle(['run', 'sh', '--approve', 'std::exec', '--run-id', 'r'], { cwd })
    expect([code, listed(cwd, 'tries.txt')]).toEqual([1, ['try']])
    expect(err).toMatch(/did not end within 1s .* it is not known whether std::exec was done: it is not tried again\n.*--retry-unknown/)
    expect((await heddle(['resume', 'r', '--retry-unknown'], { cwd })).code).toBe(1)
    expect([listed(cwd, 'tries.txt'), existsSync(join(cwd, 'late.txt'))]).toEqual([['try', 'try'], false])
  })
})
