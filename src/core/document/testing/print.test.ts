import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWhole } from '../../source/find.ts'
import { readSource } from '../../source/read.ts'
import { somePlain } from './plain.ts'
import { printJson } from './print-json.ts'
import { printYaml } from './print-yaml.ts'
import { plainOf } from './read-plain.ts'
import { meaningOf } from './meaning.ts'
import { someStyle } from './style.ts'

const RUNS = 500

describe('a file printed for the laws', () => {
  it.each([
    ['yaml', printYaml],
    ['json', printJson],
  ] as const)('holds the definition that it was printed from, as %s', (format, print) => {
    fc.assert(
      fc.property(somePlain, someStyle, (plain, style) => {
        const source = readSource(print(plain, style).text, format)
        expect(source.diagnostics.filter((each) => each.severity === 'error')).toEqual([])
        expect(isWhole(source)).toBe(true)
        const read = plainOf(source)
        expect(meaningOf(read)).toEqual(meaningOf(plain))
        expect(read.nodes.map((node) => node.extra)).toEqual(plain.nodes.map((node) => node.extra))
        expect(read.extra).toEqual(plain.extra)
      }),
      { numRuns: RUNS },
    )
  })

  it('knows all of its comments', () => {
    fc.assert(
      fc.property(somePlain, someStyle, (plain, style) => {
        const page = printYaml(plain, style)
        const source = readSource(page.text, 'yaml')
        expect(source.comments.map((range) => page.text.slice(range.start, range.end).trimEnd())).toEqual(page.comments.map((comment) => comment.text))
      }),
      { numRuns: RUNS },
    )
  })
})
