import { expect, it } from 'vitest'
import type { Diagnostic } from '../diagnostic.ts'
import { newProblems } from './new-problems.ts'

const problem = (message: string, node?: string, start = 0): Diagnostic =>
  ({ code: 'node/duplicate-id', severity: 'error', message, path: [], range: { start, end: start }, ...(node !== undefined && { node }) })

it('knows a problem by what it says of which node, wherever it stands, and counts', () => {
  expect(newProblems([problem('m', 'a')], [problem('m', 'a', 40)])).toEqual([])
  expect(newProblems([problem('m', 'a')], [problem('m', 'b')])).toEqual([problem('m', 'b')])
  expect(newProblems([problem('m', 'a')], [problem('m', 'a', 1), problem('m', 'a', 2)])).toEqual([problem('m', 'a', 2)])
  expect(newProblems([problem('a\nb')], [problem('b', 'a')])).toEqual([problem('b', 'a')])
})
