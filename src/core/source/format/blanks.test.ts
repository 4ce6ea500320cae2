import { expect, it } from 'vitest'
import { readSource } from '../read.ts'
import { separateItems } from './blanks.ts'

it('looks for blank lines in a list of 200,000 entries', () => {
  expect(separateItems(readSource(`[${'1,'.repeat(199_999)}1]`, 'json'))).toEqual([])
})
