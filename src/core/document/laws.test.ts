import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { judge, judgeAddRemove, judgeBatch, show, someAddition, someCase, somePair } from './testing/laws.ts'
import type { Outcome } from './testing/laws.ts'

/** More by `HEDDLE_CASES=100000 npx vitest run src/core/document/laws`. */
const wanted = Number(process.env['HEDDLE_CASES'] || 0)

/** How many commands are tried on files of each dialect, how many additions are taken back, and how many pairs are one batch. */
const CASES = {
  dag: { commands: wanted || 3_000, additions: Math.ceil(wanted / 2) || 1_500, pairs: Math.ceil(wanted / 3) || 300 },
  steps: { commands: wanted || 300, additions: Math.ceil(wanted / 2) || 150, pairs: Math.ceil(wanted / 3) || 100 },
  flow: { commands: wanted || 300, additions: Math.ceil(wanted / 2) || 150, pairs: Math.ceil(wanted / 3) || 100 },
} as const

const counts = new Map<string, number>()

/** Counts what became of a case; what is broken, in words. One without an outcome is no case of the law. */
function brokenIn(outcome: Outcome | null, what: string): string {
  fc.pre(outcome !== null)
  const said = outcome.type === 'broken' ? 'broken' : outcome.type === 'refused' ? outcome.code : outcome.note
  const line = `${what}: ${said}`
  counts.set(line, (counts.get(line) ?? 0) + 1)
  return outcome.type === 'broken' ? show(outcome) : ''
}

describe.each(['dag', 'steps', 'flow'] as const)('the laws of editing a %s', (dialect) => {
  const cases = CASES[dialect]
  const timeout = 120_000 + cases.commands * 100

  it('hold for any command on any file', () => {
    fc.assert(
      fc.property(someCase(dialect), (one) => {
        const broken = brokenIn(judge(one), `${dialect} ${one.ask.type}`)
        expect(broken).toBe('')
      }),
      { numRuns: cases.commands },
    )
  }, timeout)

  it('give back the same bytes when what was added is removed', () => {
    fc.assert(
      fc.property(someAddition(dialect), (one) => {
        const broken = brokenIn(judgeAddRemove(one), `${dialect} ${one.ask.type} and back`)
        expect(broken).toBe('')
      }),
      { numRuns: cases.additions },
    )
  }, timeout)

  it('hold for two commands in one: a batch is the one after the other', () => {
    fc.assert(
      fc.property(somePair(dialect), (one) => {
        const broken = brokenIn(judgeBatch(one), `${dialect} batch`)
        expect(broken).toBe('')
      }),
      { numRuns: cases.pairs },
    )
  }, timeout)
})

afterAll(() => {
  const lines = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, n]) => `${String(n).padStart(8)}  ${what}`)
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0)
  process.stdout.write(`laws of editing, ${all} cases\n${lines.join('\n')}\n`)
})
