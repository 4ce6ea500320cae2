import { expect, it } from 'vitest'
import { trimBlankEnd, trimBlanks } from './blanks.ts'

it('takes spaces and tabs off the ends of a line, and nothing else', () => {
  expect([' \ta b\t ', '', ' \t', '\u00a0x\u00a0', 'x\n '].map(trimBlanks)).toEqual(['a b', '', '', '\u00a0x\u00a0', 'x\n'])
  expect(trimBlankEnd(' \ta \t')).toBe(' \ta')
})
