import { describe, expect, it } from 'vitest'
import { MOST_OF_A_KIND, Problems } from './problems.ts'

const at = (start: number) => ({ path: [], range: { start, end: start + 1 } })

describe('many problems of one kind', () => {
  it('are made up to a number, and counted from there on', () => {
    const problems = new Problems()
    for (let n = 0; n < MOST_OF_A_KIND + 7; n += 1) problems.add('field/unknown', at(n), `Unknown ${n}.`)
    problems.add('node/missing-id', at(0), 'Has no id.')
    const told = problems.list()
    expect(problems.count).toBe(MOST_OF_A_KIND + 8)
    expect(told).toHaveLength(MOST_OF_A_KIND + 1)
    expect(told.filter(({ code }) => code === 'node/missing-id')).toHaveLength(1)
    expect(told.at(-1)!.message).toBe(`Unknown ${MOST_OF_A_KIND - 1}. There are 7 more problems of this kind.`)
  })

  it('are all told as they are while there are few', () => {
    const problems = new Problems()
    problems.add('field/unknown', at(3), 'B.')
    problems.add('field/unknown', at(1), 'A.')
    expect(problems.list().map(({ message }) => message)).toEqual(['A.', 'B.'])
    expect(problems.isFull('field/unknown')).toBe(false)
  })
})
