import { describe, expect, it } from 'vitest'
import { cronFault } from './cron.ts'

describe('a schedule', () => {
  it.each([
    '0 7 * * 1-5', '* * * * *', '*/5 * * * *', '0 0 1,15 * *', '0 9-17/2 * * MON-FRI', '30 0 7 * * 1', '0 0 * jan,JUL sun', '0 0 29 2 *',
    ' 0  7 * * 1-5 ', '5/15 * * * *', '0 0 ? * 7', '0 0 31 2 mon', '59 59 23 31 12 7',
  ])('%j is one', (text) => {
    expect(cronFault(text)).toBeNull()
  })

  it.each([
    ['', 'this has none'],
    ['0 7 * *', 'this has 4'],
    ['0 7 * * 1-5 2026 x', 'this has 7'],
    ['60 * * * *', 'In the minute `60` `60` is out of range: it goes from 0 to 59.'],
    ['0 24 * * *', 'In the hour'],
    ['0 0 0 * *', 'In the day of the month'],
    ['0 0 * 13 *', 'from 1 to 12'],
    ['0 0 * * 8', 'from 0 to 7'],
    ['0 0 * * mno', 'Did you mean `MON`?'],
    ['0 0 * janx *', 'Did you mean `JAN`?'],
    ['a * * * *', '`a` is no number.'],
    ['5-1 * * * *', 'runs backwards. Write `1-5`'],
    ['1-2-3 * * * *', 'more than two ends'],
    ['*/0 * * * *', 'must be a number from 1 on'],
    ['*/61 * * * *', 'the step `61` is larger than all of it: there are 60.'],
    ['0 0 * * */8', 'there are 7'],
    ['*/2/3 * * * *', 'more than one `/`'],
    ['1,,2 * * * *', 'missing beside a comma'],
    ['-1 * * * *', 'a value is missing'],
    ['0 0 30 2 *', 'There is no such date'],
    ['0 0 31 4,6 *', 'There is no such date'],
    ['every day at 7 o', 'In the minute `every`'],
  ])('%j is none: %s', (text, reason) => {
    expect(cronFault(text)).toContain(reason)
  })

  it('is read in bounded time, whatever it is', () => {
    expect(cronFault(`${'1,'.repeat(100_000)}1 * * * *`)).toBeNull()
    expect(cronFault('9'.repeat(1_000_000))).toContain('this has 1')
  })
})
