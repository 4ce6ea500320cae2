import { describe, expect, it } from 'vitest'
import { matching } from './offer.ts'

const offers = ['collect', 'issues', 'draft', 'second_draft'].map((value) => ({ value }))

describe('offers', () => {
  it('stand in their own order until something is typed', () => {
    expect(matching(offers, ' ').map(({ value }) => value)).toEqual(['collect', 'issues', 'draft', 'second_draft'])
  })

  it('are narrowed by what is typed, the best first', () => {
    expect(matching(offers, 'dra').map(({ value }) => value)).toEqual(['draft', 'second_draft'])
    expect(matching(offers, 'zzz')).toEqual([])
  })
})
