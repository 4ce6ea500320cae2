import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { folderWith, heddle, removeProgram, startInTerminal } from './testing/program.ts'

afterAll(removeProgram)

const files = {
  'note.yaml': 'name: note\nworkflow:\n  steps:\n    - {id: keep, tool: write, input: \'{"path": "kept.txt", "content": "kept"}\'}\n    - {id: shout, tool: shout, input: \'{"text": "hello"}\'}\n',
  'tools.ts': "import { defineTool } from 'heddle'\nexport const shout = defineTool({ name: 'shout', run: ({ text }) => text.toUpperCase() })\n",
  'heddle.json': '{"tools": ["./tools.ts"]}',
}

async function folder(): Promise<{ readonly cwd: string; readonly env: Readonly<Record<string, string>> }> {
  const made = await folderWith(files)
  onTestFinished(() => made.remove())
  return { cwd: made.path, env: { XDG_STATE_HOME: join(made.path, 'state') } }
}

const TRUST = 'Trust this folder? [y/N]'
const EFFECTS = 'Approve them for this run? [y/N]'

/** What a person answers, question by question. */
async function attend(place: Awaited<ReturnType<typeof folder>>, answers: readonly (readonly [string, string])[]) {
  const terminal = await startInTerminal(['run', 'note'], place)
  onTestFinished(() => void terminal.process.kill())
  for (const [question, answer] of answers) {
    await expect.poll(terminal.out, { timeout: 30_000 }).toContain(question)
    terminal.type(answer)
  }
  const { code, out } = await terminal.ended
  return { code, out, kept: existsSync(join(place.cwd, 'kept.txt')), runs: (JSON.parse((await heddle(['runs', '--json'], place)).out) as { value: unknown[] }).value.length }
}

// A machine without `script` has no terminal to give; the questions themselves are tried there as well.
describe.skipIf(spawnSync('script', ['--version']).error !== undefined)('in a terminal', { timeout: 120_000 }, () => {
  it('asks once for trust and once for effects, and runs after a yes to both', async () => {
    const place = await folder()
    const first = await attend(place, [[TRUST, 'y\r'], [EFFECTS, 'yes\r']])
    expect([first.code, first.kept, first.runs]).toEqual([0, true, 1])
    expect(first.out).toMatch(/The tools write, shout may come from code or a server of .*It runs with all that you may do\./s)
    expect(first.out).toMatch(/This run may do things that no rule decides:\s+std::write {2}keep/)
    expect(first.out).toContain('HELLO')
    // The trust is kept, the approval was for one run.
    const second = await attend(place, [[EFFECTS, 'n\r']])
    expect([second.code, second.out.includes(TRUST), second.runs]).toEqual([1, false, 1])
  })

  it.each<[string, readonly (readonly [string, string])[]]>([
    ['no', [[TRUST, 'n\r']]],
    ['nothing', [[TRUST, '\r']]],
    ['the end of the input', [[TRUST, '\u0004']]],
    ['Ctrl-C', [[TRUST, '\u0003']]],
    ['a yes to the first question alone', [[TRUST, 'y\r'], [EFFECTS, '\u0003']]],
  ])('runs nothing after %s', async (_, answers) => {
    const { code, kept, runs } = await attend(await folder(), answers)
    expect([code, kept, runs]).toEqual([1, false, 0])
  })
})
