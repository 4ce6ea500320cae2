import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../diagnostic.ts'
import { nodeAt } from '../find.ts'
import { readSource } from '../read.ts'
import { LONG_TEXTS, TEXTS } from '../testing/workflow-file.ts'
import { toJson } from '../to-json.ts'
import { isPlainText } from './plain.ts'
import { printQuoted, printText, toLiteral } from './print-scalar.ts'
import { renderJson, renderYaml } from './render.ts'

const numRuns = Number(process.env['HEDDLE_CASES'] || 1000)

/** Texts of characters that mean something to YAML, and any others. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...' \t\n\r-:#?,[]{}&*!|>\'"%@`~=<.0123456789eExX_+anofy\u0085\u2028\ufeff\u00a0é😀\ud800\udc00\u0000\u0007'.split('')), maxLength: 12 }),
  fc.constantFrom(...TEXTS, ...LONG_TEXTS),
  fc.array(fc.constantFrom('a', ' a', 'a ', '\ta', '', '  ', '# x', '- y', 'k: v', '---', '...', '%a'), { maxLength: 6 }).map((lines) => lines.join('\n')),
)

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json; text: Json }>((tie) => ({
  text,
  value: fc.oneof(
    { maxDepth: 4 },
    tie('text'),
    fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e21, 123456789012),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value

describe('text in YAML', () => {
  it('reads back as it was, as a value, an item, a key, and in brackets', () => {
    fc.assert(fc.property(text, fc.constantFrom('single', 'double'), (value, quote) => {
      const yaml = `a: ${printText(value, 'block', quote)}\nb:\n- ${printText(value, 'block', quote)}\nc: [${printText(value, 'flow', quote)}, {k: ${printText(value, 'flow', quote)}}]\nd: {${printText(value, 'key', quote)}: 1}\ne:\n  ${printText(value, 'key', quote)}: 1\nf: ${printQuoted(value, quote)}\n`
      const source = readSource(yaml, 'yaml')
      expect(source.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      for (const path of [['a'], ['b', 0], ['c', 0], ['c', 1, 'k'], ['f']]) expect(nodeAt(source, path)).toMatchObject({ value })
      expect(Object.keys(toJson(nodeAt(source, ['d'])) ?? {})).toEqual([value])
      expect(Object.keys(toJson(nodeAt(source, ['e'])) ?? {})).toEqual([value])
    }), { numRuns })
  })

  it.each([
    'no', 'NO', 'off', 'On', 'y', 'N', 'yes', 'true', 'False', 'null', '~', '', '007', '1.10', '12e5', '1E+3', '.5', '5.', '-1', '+1', '0x1F', '0o17', '0b1',
    '1_000', '1:30', '190:20:30.15', '2024-05-15', '2001-12-14t21:59:43.10-05:00', '2001-12-14 21:59:43.10 -5', '.inf', '-.INF', '.nan', '=', '<<', '-', '- a', '? a', ': a', 'a: b', 'a #b', '#a',
    'a:', ' a', 'a ', '&a', '*a', '!a', '|', '>', '%a', '@a', '`a', '"a', "'a", '[a', '{a', ']', '}', ',', '---', '...', '--- a', 'a\tb', 'a\nb', '?',
  ])('quotes %j, which some reader takes for something else', (value) => {
    expect(isPlainText(value, 'block')).toBe(false)
  })

  it.each(['a', 'a b', 'a-b', 'a:b', 'http://x.y/z?a=b&c=d#e', 'a#b', 'a, b', 'a [b]', 'v1.2', '1st', 'n1', 'None', 'noon', '-flag', 'it\'s', 'say "hi"', '3d', '第三步', '😀', 'e\u0301', 'x'.repeat(5000)])(
    'leaves %j plain', (value) => {
      expect(isPlainText(value, 'block')).toBe(true)
    },
  )

  it('never wraps', () => {
    const long = 'word '.repeat(500).trim()
    expect(renderYaml({ a: long, b: `${long}: x`, c: `${long}\nx` })).toBe(`a: ${long}\nb: "${long}: x"\nc: |-\n  ${long}\n  x\n`)
  })

  it('is a literal only where that holds it exactly', () => {
    for (const value of ['a\u0000', 'a\r\nb', 'a\rb', '\ufeffa', 'a\u2028b', 'a\u0085b', '\ud800', '\n', '', ' \n', 'a\n ']) expect(toLiteral(value)).toBeNull()
    expect(toLiteral('a \n\tb')).toEqual({ chomping: '-', indicated: false, lines: ['a ', '\tb'] })
    expect(toLiteral('  a\nb\n')).toEqual({ chomping: '', indicated: true, lines: ['  a', 'b'] })
    expect(toLiteral('\na\n\n\n')).toEqual({ chomping: '+', indicated: false, lines: ['', 'a', '', ''] })
  })
})

describe('a whole file', () => {
  it('says any value in YAML, at any indentation, and in JSON', () => {
    fc.assert(fc.property(fc.dictionary(text, json, { minKeys: 1, maxKeys: 4 }), fc.constantFrom(1, 2, 3, 4, 8), fc.constantFrom('\n', '\r\n'), (value, indent, eol) => {
      const source = readSource(renderYaml(value, { indent, eol }), 'yaml')
      expect(source.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(JSON.parse(JSON.stringify(toJson(source.root)))).toEqual(JSON.parse(JSON.stringify(value)))
      const printed = renderJson(value, { eol })
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(value)))
      // eslint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(printed.replaceAll(/\r\n|\n/g, '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]|<\/|<!/)
    }), { numRuns: Math.ceil(numRuns / 2) })
  })

  it('is written as people write it', () => {
    expect(renderYaml({
      name: 'x', nodes: [
        { id: 'a', prompt: 'one\ntwo\n', needs: [] },
        { id: 'b', needs: ['a', 'no'], llm: { model: 'm', list: [[1, 2], { k: null }] } },
      ],
    })).toBe(`name: x
nodes:
  - id: a
    prompt: |
      one
      two
    needs: []
  - id: b
    needs: [a, "no"]
    llm:
      model: m
      list:
        - [1, 2]
        - k: null
`)
    expect(renderYaml({})).toBe('{}\n')
    expect(renderJson({ a: [1, { b: [] }] })).toBe('{\n  "a": [\n    1,\n    {\n      "b": []\n    }\n  ]\n}\n')
    expect(renderJson({ a: [1, { b: 'x' }] }, { indent: '' })).toBe('{"a":[1,{"b":"x"}]}\n')
  })
})
