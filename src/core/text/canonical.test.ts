import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../diagnostic.ts'
import { canonicalJson } from './canonical.ts'

describe('canonicalJson', () => {
  it.each([
    // The examples of RFC 8785.
    [{ numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001], string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\\u0022/', literals: [null, true, false] }, `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`],
    [{ '\u20ac': 'Euro Sign', '\r': 'Carriage Return', '\ufb33': 'Hebrew Letter Dalet With Dagesh', '1': 'One', '\ud83d\ude00': 'Emoji: Grinning Face', '\u0080': 'Control', '\u00f6': 'Latin Small Letter O With Diaeresis' }, '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}'],
    [[], '[]'],
    [{}, '{}'],
    [[-0, 0, 1e21, 1e-7, 5e-324, Number('9007199254740993')], '[0,0,1e+21,1e-7,5e-324,9007199254740992]'],
    [{ b: [{ d: 1, c: 2 }], a: {} }, '{"a":{},"b":[{"c":2,"d":1}]}'],
  ] as [Json, string][])('writes %j as the RFC does', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('writes a lone surrogate as its escape, so that nothing is lost and no two strings share a text', () => {
    expect(canonicalJson(['\ud800', 'a\udfff', '\ud83d\ude00'])).toBe('["\\ud800","a\\udfff","😀"]')
    expect(canonicalJson({ '\ud800': 1 })).toBe('{"\\ud800":1}')
  })

  it('leaves out what is undefined, and keeps a key that names the prototype', () => {
    expect(canonicalJson({ a: undefined, b: 1 } as unknown as Json)).toBe('{"b":1}')
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":1}}') as Json)).toBe('{"__proto__":{"x":1},"b":1}')
    expect(canonicalJson({ toJSON: 'a key like any other' })).toBe('{"toJSON":"a key like any other"}')
  })

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [1n], [() => 1], [Symbol('x')], [[undefined]], [{ a: { b: Number.NaN } }], [{ at: new Date(0) }], [{ toJSON: () => 1 }]])('refuses %s', (value) => {
    expect(() => canonicalJson(value as Json)).toThrow(TypeError)
  })

  it('gives one text for one value, whatever the order of its keys, and the value back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        const text = canonicalJson(value as Json)
        expect(canonicalJson(shuffled(value as Json))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text)
      }),
    )
  })
})

function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => shuffled(one))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).toReversed()
  return Object.fromEntries(entries.map(([key, inner]) => [key, shuffled(inner as Json)]))
}
