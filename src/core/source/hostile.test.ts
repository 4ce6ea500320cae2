import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWhole, lookup } from './find.ts'
import { MAX_DEPTH, MAX_TEXT_LENGTH } from './limits.ts'
import { pathAt } from './path-at.ts'
import { readSource } from './read.ts'
import { codesOf } from './testing/show.ts'
import { brokenLaws } from './testing/tree-laws.ts'
import { jsonFile, yamlFile } from './testing/workflow-file.ts'
import { toJson } from './to-json.ts'
import type { Format } from './tree.ts'

/** Reads a text and asks all that can be asked of the outcome; gives what is wrong with it. */
function survive(text: string, format: Format): readonly string[] {
  const source = readSource(text, format)
  const broken = [...brokenLaws(source)]
  if (source.text !== text) broken.push('the text was changed')
  if (source.diagnostics.length > 101) broken.push(`${source.diagnostics.length} diagnostics`)
  JSON.stringify(toJson(source.root))
  for (const offset of [0, text.length >> 1, text.length]) pathAt(source, offset)
  if (source.root?.kind === 'map') lookup(source.root, 'nodes')
  if (Object.keys(Object.prototype).length > 0) broken.push('the prototype of all objects was changed')
  return broken
}

const FORMATS = ['yaml', 'json'] as const

describe('hostile texts', () => {
  const marks = fc.array(fc.constantFrom(
    ...'[]{}:,-?&*!|>\'"%@`#~ \t\n\r\0\\', '\r\n', '\n  ', '\n- ', ': ', ' #', '---\n', '...\n', '<<: ', '*a', '&a ', '!!str ', '__proto__: ', 'constructor', 'a', '|\n', '>-\n ', '\ufeff', '\u00a0', '\u2028', '\u0007', '\ud800', '\x02', '\x18', '\x1f', '"a": ', '%YAML 1.1\n',
  ), { maxLength: 40 }).map((parts) => parts.join(''))

  it.each(FORMATS)('never throw, whatever stands in them (%s)', (format) => {
    fc.assert(fc.property(fc.oneof(marks, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
      expect(survive(text, format)).toEqual([])
    }), { numRuns: 1_500 })
  })

  it.each(FORMATS)('that are good files with something torn out or put in never throw (%s)', (format) => {
    const files = format === 'yaml' ? yamlFile : jsonFile
    fc.assert(fc.property(files, fc.nat(), fc.nat(6), marks, (file, place, cut, put) => {
      const at = place % (file.length + 1)
      expect(survive(file.slice(0, at) + put.slice(0, 8) + file.slice(at + cut), format)).toEqual([])
    }), { numRuns: 200 })
  })

  it.each([
    ['lists in lists', '['.repeat(1_000)],
    ['closed ones', '['.repeat(1_000) + ']'.repeat(1_000)],
    ['maps in maps', '{"a":'.repeat(1_000) + '1' + '}'.repeat(1_000)],
    ['both, by the megabyte', '[{"a":'.repeat(600_000)],
    ['dashes', '- '.repeat(1_000)],
    ['dashes, by the megabyte', '- '.repeat(2_000_000)],
    ['question marks', '? '.repeat(1_000)],
    ['colons', 'a:\n  ' + ': '.repeat(1_000)],
    ['indentation', Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
    ['keys that open a map on every line', 'a: b: c\n'.repeat(1_000)],
    ['keys in brackets', `[${'a: 1\n'.repeat(1_000)}`],
  ])('that nest without end are refused: %s', (_, text) => {
    expect(codesOf(text).at(-1)).toMatch(/ yaml\/too-deep$/)
    expect(survive(text, 'yaml')).toEqual([])
    expect(survive(text, 'json')).toEqual([])
  })

  it('may nest as deep as the limit, and no deeper, in either format', () => {
    const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    for (const format of FORMATS) {
      expect(isWhole(readSource(lists(MAX_DEPTH), format))).toBe(true)
      expect(codesOf(lists(MAX_DEPTH + 5), format).at(-1)).toMatch(/too-deep$/)
    }
  })

  it('that are too long are not read at all', () => {
    for (const format of FORMATS) {
      expect(codesOf(`a: ${'x'.repeat(10_000_000)}`, format)).toEqual(['1:1 text/too-large'])
      expect(survive(' '.repeat(MAX_TEXT_LENGTH), format)).toEqual([])
    }
  })

  it('of one long scalar are read', () => {
    const long = 'x'.repeat(MAX_TEXT_LENGTH - 100)
    for (const text of [`a: ${long}`, `a: "${long}"`, `a: |\n  ${long}`, `"${long}"`]) expect(survive(text, 'yaml')).toEqual([])
    expect(survive(`{"a": "${long}"}`, 'json')).toEqual([])
  })

  it('of many faults are given up early', () => {
    for (const part of [']', ',', '"', 'a: @x\n', 'a: "\n', '\0', '- [a\n', '*x ', 'a: b: c\n', '\t', '}', '%a\n', '\ufeff\n']) {
      for (const format of FORMATS) {
        expect(survive(part.repeat(6_000), format)).toEqual([])
        expect(survive(`[${part.repeat(6_000)}`, format)).toEqual([])
      }
    }
  })

  it('with keys that objects have are kept as they are', () => {
    const text = '__proto__:\n  polluted: 1\nconstructor:\n  prototype: {polluted: 1}\nx:\n  <<: {__proto__: {polluted: 1}}\n'
    const value = toJson(readSource(text, 'yaml').root) as { readonly [key: string]: unknown }
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'x'])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('name the control characters in them, and where', () => {
    const text = 'name: c\nnodes:\n  - id: a\n    prompt: "a\\0b"\n  - id: b\n    prompt: x\u0007y\n'
    const [problem, ...others] = readSource(text, 'yaml').diagnostics
    const at = text.indexOf('\u0007')
    expect(others).toEqual([])
    expect([problem?.severity, problem?.code, problem?.path, problem?.range]).toEqual(['warning', 'text/control-character', ['nodes', 1, 'prompt'], { start: at, end: at + 1 }])
    expect(problem?.message).toContain('U+0007 (bell)')
    expect(codesOf('a: \0'.repeat(50))).toHaveLength(12)
  })
})
