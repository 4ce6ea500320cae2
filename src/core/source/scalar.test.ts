import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { isExact, readPlain } from './scalar.ts'

describe('plain scalars', () => {
  it.each([
    ['', null], ['~', null], ['null', null], ['Null', null], ['nULL', 'nULL'], ['true', true], ['TRUE', true], ['tRUE', 'tRUE'], ['False', false],
    ['yes', 'yes'], ['on', 'on'], ['0', 0], ['-17', -17], ['+12', 12], ['007', 7], ['0o17', 15], ['0x1F', 31], ['0b11', '0b11'], ['-0x1', '-0x1'],
    ['1.', 1], ['.5', 0.5], ['-.5e+3', -500], ['1e3', 1000], ['1e', '1e'], ['.', '.'], ['-', '-'], ['1_000', '1_000'], ['1:30', '1:30'],
    ['.inf', Infinity], ['-.INF', -Infinity], ['.nan', NaN], ['2024-05-15', '2024-05-15'], ['12e5x', '12e5x'],
  ])('%j mean %j', (text, value) => {
    expect(readPlain(text).value).toEqual(value)
  })

  it('mean what the library takes them for', () => {
    const words = fc.array(fc.constantFrom('0', '1', '9', '.', '-', '+', 'e', 'E', 'x', 'o', 'f', 'null', 'true', 'inf', '~', '_', 'a'), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(fc.property(words, (text) => {
      fc.pre(!/^(?:-|---.*|\.\.\.)$/.test(text))
      expect(readPlain(text).value).toEqual(parse(text))
    }), { numRuns: 1_000 })
  })
})

describe('numbers that a double cannot hold', () => {
  it.each(['3544790567247868102', '12345678901234567890', '9007199254740993', '1e400', '-1e400', '1e-400', '3.141592653589793238462', '0x20000000000001', '.inf', '.nan', `0x${'f'.repeat(300)}`])('include %s', (text) => {
    expect(readPlain(text).unsafe).toBe(true)
  })

  it.each(['0', '-0', '0.0', '0e5', '1.10', '007', '0.1', '1e23', '12e5', '9007199254740992', '9007199254740994', '1.7976931348623157e308', '5e-324', '123.4500', '0x1F', '0x20000000000000', '100000000000000000000', '00.10e1'])('do not include %s', (text) => {
    expect(readPlain(text).unsafe).toBeUndefined()
  })

  it('do not include any number that is written from a double', () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect([String(number), number.toExponential()].filter((text) => !isExact(Number(text), text))).toEqual([])
    }))
  })

  it('include every odd whole number past the safe ones', () => {
    fc.assert(fc.property(fc.bigInt({ min: 2n ** 52n, max: 2n ** 80n }), fc.constantFrom('', '-'), (number, sign) => {
      expect(readPlain(`${sign}${2n * number + 1n}`).unsafe).toBe(true)
    }))
  })
})
