import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Diagnostic } from '../diagnostic.ts'
import type { TextEdit } from '../text/edit.ts'
import { mendAll } from './mend.ts'

const problem = (edits: readonly TextEdit[]): Diagnostic => ({ code: 'node/missing-id', severity: 'error', message: 'm', path: [], fixes: [{ title: 't', edits: [...edits] }] })
const place = fc.tuple(fc.nat(12), fc.nat(2)).map(([start, length]): TextEdit => ({ range: { start, end: start + length }, text: 'x' }))
const meet = ({ range: a }: TextEdit, { range: b }: TextEdit) => (a.start < b.end && b.start < a.end) || a.start === b.start

it('takes each fix that meets none of those taken before it, wherever they stand', () => {
  fc.assert(fc.property(fc.array(place, { maxLength: 8 }), (edits) => {
    const expected: TextEdit[] = []
    for (const edit of edits) if (!expected.some((other) => meet(edit, other))) expected.push(edit)
    const problems = edits.map((edit) => problem([edit]))
    const all = problems[0] ? mendAll(problems, problems[0]) : null
    expect(all?.edits ?? []).toEqual(expected.length < 2 ? [] : expected.toSorted((a, b) => a.range.start - b.range.start))
  }), { numRuns: 300 })
})

it('looks at few of the edits of a file with 60,000 problems', () => {
  let looks = 0
  const problems = Array.from({ length: 60_000 }, (_, at) => problem([{ text: 'x', get range() { looks += 1; return { start: 2 * at, end: 2 * at + 1 } } }]))
  expect(mendAll(problems, problems[0]!)?.count).toBe(60_000)
  expect(looks).toBeLessThan(60_000 * 60)
})
