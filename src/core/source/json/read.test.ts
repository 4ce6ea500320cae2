import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../text/apply.ts'
import { isWhole, nodeAt } from '../find.ts'
import { readSource } from '../read.ts'
import { mapAt, plainly, problemsOf, valueOf, written } from '../testing/show.ts'
import { brokenLaws } from '../testing/tree-laws.ts'
import { jsonFile } from '../testing/workflow-file.ts'
import { toJson } from '../to-json.ts'

/** A fault, the text with it, what is said, and the text after the fix that is offered first. */
const FAULTS: readonly (readonly [name: string, text: string, said: readonly string[], mended?: string])[] = [
  ['a comment', '{"a": 1 // c\n}', ['1:9 error json/comment JSON has no comments. Remove it, or keep the workflow as YAML.']],
  ['a comment in stars, a comment after #', '{"a": 1 /* c */} # d', [
    '1:9 error json/comment JSON has no comments. Remove it, or keep the workflow as YAML.',
    '1:18 error json/comment JSON has no comments. Remove it, or keep the workflow as YAML.',
  ]],
  ['a comma before a bracket', '[1, 2,]', ['1:6 error json/trailing-comma JSON allows no comma before `]`. Remove it.'], '[1, 2]'],
  ['a comma before a brace', '{"a": 1,\n}', ['1:8 error json/trailing-comma JSON allows no comma before `}`. Remove it.'], '{"a": 1\n}'],
  ['a raw line break', '{"a": "x\ny"}', ['1:9 error json/control-character A JSON string cannot hold a line break, write `\\n`.']],
  ['a raw tab', '{"a": "x\ty"}', ['1:9 error json/control-character A JSON string cannot hold a tab, write `\\t`.']],
  ['a raw bell', '{"a": "x\u0007y"}', ['1:9 error json/control-character A JSON string cannot hold the control character U+0007 as it is, write `\\u0007`.']],
  ['single quotes', "{'a': 1}", ['1:2 error json/syntax JSON knows double quotes only.'], '{"a": 1}'],
  ['double quotes in single quotes', `{"a": 'say "hi", it\\'s'}`, ['1:7 error json/syntax JSON knows double quotes only.'], '{"a": "say \\"hi\\", it\'s"}'],
  ['a key without quotes', '{a: 1}', ['1:2 error json/syntax The key `a` needs double quotes.'], '{"a": 1}'],
  ['a comma that is missing', '{"a": 1\n"b": 2}', ['1:7 error json/syntax A comma is missing after this.'], '{"a": 1,\n"b": 2}'],
  ['a comma too many', '[1,,2]', ['1:4 error json/syntax There is a comma too many here. Remove it.'], '[1,2]'],
  ['a colon that is missing', '{"a" 1}', ['1:2 error json/syntax After the key `a` a colon is missing.'], '{"a": 1}'],
  ['a value that is missing', '{"a":}', ['1:6 error json/syntax A value is missing before `}`.']],
  ['a key alone', '{"a"}', ['1:2 error json/syntax After the key `a` a colon and a value are missing.']],
  ['a list that is not closed', '{"a": [1, 2}', ['1:7 error json/syntax The list that starts on line 1 is not closed before `}` on line 1. Add `]`.'], '{"a": [1, 2]}'],
  ['a map that is not closed at the end', '{"a": [{"b": 1', ['1:8 error json/syntax The map that starts on line 1 is not closed. Add `}]}`.'], '{"a": [{"b": 1}]}'],
  ['the wrong bracket', '{"a": 1]', ['1:8 error json/syntax The map that starts on line 1 is closed by `]`. Write `}`.'], '{"a": 1}'],
  ['a text that is not closed', '{"a": "abc,\n "b": 2}', ['1:7 error json/syntax The text that starts on line 1 is not closed. Add `"` where it ends.']],
  ['a text that is not closed at the end', '{"a": "abc', ['1:7 error json/syntax The text that starts on line 1 is not closed. Add `"` where it ends.']],
  ['a quote within quotes', '{"a": "say "hi" now"}', ['1:13 error json/syntax The text ends before `hi" now"`. Write `\\"` for a quote within it.']],
  ['an escape of another language', '{"a": "\\d"}', ['1:8 error json/syntax JSON has no escape `\\d`. Write `\\\\` for a backslash.']],
  ['a short escape', '{"a": "\\u12"}', ['1:8 error json/syntax After `\\u` JSON wants four hexadecimal digits, as in `\\u00e9`.']],
  ['a leading zero', '{"a": 007}', ['1:7 error json/syntax A JSON number cannot start with zeros. Remove them, or put it in double quotes to keep them.']],
  ['NaN', '{"a": NaN}', ['1:7 error json/syntax JSON has no `NaN`. Write `null`, or put it in double quotes.']],
  ['a word of another language', '{"a": None, "b": True}', [
    '1:7 error json/syntax JSON has no `None`. Write `null`.', '1:18 error json/syntax JSON has no `True`. Write `true`.',
  ]],
  ['a hexadecimal number', '[0x1F]', ['1:2 error json/syntax JSON knows decimal numbers only. Write it as one, or put it in double quotes.']],
  ['a plus', '[+1]', ['1:2 error json/syntax JSON has no `+` before a number. Remove it.']],
  ['half a number', '[.5, 1., 2e]', [
    '1:2 error json/syntax A JSON number needs a digit before the point. Add a `0`.',
    '1:6 error json/syntax A JSON number needs a digit after the point. Add a `0` or remove the point.',
    '1:10 error json/syntax The exponent of this number is missing.',
  ]],
  ['text without quotes', '{"a": hello world}', ['1:7 error json/syntax `hello world` is not a value of JSON. Put it in double quotes if it is text.'], '{"a": "hello world"}'],
  ['a template without quotes', '{"a": {{ goal }} now}', ['1:7 error json/syntax Text that starts with `{{` needs double quotes.'], '{"a": "{{ goal }} now"}'],
  ['more after the end', '{"a": 1}\n{"b": 2}', ['2:1 error json/syntax There is more text after the end of the JSON value. Remove it, or put it inside.']],
  ['YAML', 'name: x\nnodes:\n', ["1:1 error json/syntax This is not JSON, which starts with `{`. If it is YAML, the file's name should end in `.yaml`."]],
  ['a colon in a list', '["a": 1]', ['1:5 error json/syntax A colon cannot stand in a list. Close the list before this, or use a map in `{}`.']],
  ['a second byte order mark', '\ufeff\ufeff{"a": 1}', ['1:2 error text/byte-order-mark A stray byte order mark U+FEFF stands on line 1, unseen. Remove it: only the very start of a file can have one.'], '\ufeff{"a": 1}'],
  ['a space that is none', '{\u00a0"a": 1}', ['1:2 error json/syntax U+00A0 looks like a space and is none for JSON. Use a space.'], '{ "a": 1}'],
  ['a key written twice', '{"name":"d","nodes":[{"id":"a","prompt":"first","prompt":"second"}]}', ['1:49 error json/duplicate-key Duplicate key `prompt`, first on line 1. Keep one of the two.']],
]

describe('reading JSON', () => {
  it.each(FAULTS.map(([name, text, said, mended]) => ({ name, text, said, mended })))('says where and why a text is not JSON: $name', ({ text, said, mended }) => {
    const source = readSource(text, 'json')
    expect(problemsOf(text, 'json')).toEqual(said)
    expect(isWhole(source)).toBe(false)
    const fix = source.diagnostics[0]?.fixes?.[0]
    const outcome = mended === undefined ? undefined : applyEdits(text, fix?.edits ?? [])
    expect(outcome).toBe(mended)
    expect(outcome === undefined ? [] : problemsOf(outcome, 'json')).toEqual([])
    expect(brokenLaws(source)).toEqual([])
  })

  it('names the place of a key written twice by its path, and the first place', () => {
    const text = '{"a": [{"b": 1, "b": 2}]}'
    const [problem] = readSource(text, 'json').diagnostics
    expect(problem?.path).toEqual(['a', 0, 'b'])
    expect(problem?.related?.[0]?.range).toEqual({ start: 8, end: 11 })
  })

  it('takes one byte order mark, and nothing at all', () => {
    expect([problemsOf('\ufeff{"a": 1}', 'json'), valueOf('\ufeff{"a": 1}', 'json')]).toEqual([[], { a: 1 }])
    expect(['', ' \n', '\ufeff'].map((text) => [readSource(text, 'json').root, problemsOf(text, 'json')])).toEqual([[null, []], [null, []], [null, []]])
  })

  it('says where each part stands', () => {
    const text = '{ "a" : [ 1 , {"b":null} ],\n"c": "x\\n" }'
    const source = readSource(text, 'json')
    expect(mapAt(source).entries.map(({ range }) => text.slice(range.start, range.end))).toEqual(['"a" : [ 1 , {"b":null} ]', '"c": "x\\n"'])
    expect(written(source, nodeAt(source, ['a', 1]))).toBe('{"b":null}')
    expect(written(source, nodeAt(source, ['a', 1, 'b']))).toBe('null')
    expect(brokenLaws(source)).toEqual([])
  })

  it('warns of half a character, written or escaped', () => {
    expect(problemsOf('["\\ud83d", "\ude00", "\\ud83d\\ude00"]', 'json').map((problem) => problem.split(' ').slice(0, 3).join(' ')))
      .toEqual(['1:2 warning text/lone-surrogate', '1:13 warning text/lone-surrogate'])
  })

  it('marks numbers that a double does not hold', () => {
    const source = readSource('[3544790567247868102, 0.1, 1e400]', 'json')
    const list = source.root?.kind === 'list' ? source.root.items : []
    expect(list.map(({ value }) => value?.kind === 'scalar' && [value.text, value.unsafe ?? false])).toEqual([
      ['3544790567247868102', true], ['0.1', false], ['1e400', true],
    ])
  })

  it('keeps keys that objects have, and changes no prototype', () => {
    const value = toJson(readSource('{"__proto__": {"polluted": 1}, "constructor": {"prototype": 2}}', 'json').root)
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('agrees with the engine on what JSON is, and on its value', () => {
    const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', "'", '1', '-0', '01', '1e5', '.', 'true', 'null', 'x', ' ', '\n', '\\', '\\u0041', '//', '/*', '#', '\u00a0', '{{', '}}'), { maxLength: 12 })
    const mutated = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', ',', '"', '}', '[', '\n', 'x', ':'), fc.nat(2))
      .map(([json, at, put, cut]) => json.slice(0, at % (json.length + 1)) + put + json.slice((at % (json.length + 1)) + cut))
    fc.assert(fc.property(fc.oneof(pieces.map((parts) => parts.join('')), mutated, fc.json(), jsonFile), (text) => {
      const source = readSource(text, 'json')
      expect(brokenLaws(source)).toEqual([])
      const strict = engine(text)
      const isEmpty = !/[^ \t\r\n]/.test(text.replace(/^\ufeff/, ''))
      const hasTwice = source.diagnostics.some(({ code }) => code === 'json/duplicate-key')
      expect(isWhole(source)).toBe(isEmpty || (strict.ok && !hasTwice))
      // A number beyond all doubles stays its text here and becomes infinite there: see `marks numbers`.
      const value = strict.ok && !hasTwice && isFiniteThroughout(strict.value) ? strict.value : toJson(source.root)
      expect(plainly(toJson(source.root))).toEqual(plainly(value as never))
    }), { numRuns: 1_000 })
  })
})

function isFiniteThroughout(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isFiniteThroughout)
}

function engine(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\ufeff/, '')) }
  } catch {
    return { ok: false }
  }
}
