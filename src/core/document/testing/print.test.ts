import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWhole } from '../../source/find.ts'
import { readSource } from '../../source/read.ts'
import { treeDifference } from './read-tree.ts'
import { someCase } from './laws.ts'
import { printJson } from './print-json.ts'
import { printYaml } from './print-yaml.ts'

const RUNS = 500

describe.each(['dag', 'steps', 'flow'] as const)('a %s printed for the laws', (dialect) => {
  it.each([
    ['yaml', printYaml],
    ['json', printJson],
  ] as const)('holds what it was printed from, as %s', (format, print) => {
    fc.assert(
      fc.property(someCase(dialect), ({ tree, style }) => {
        const source = readSource(print(tree, style).text, format)
        expect(source.diagnostics.filter((each) => each.severity === 'error')).toEqual([])
        expect(isWhole(source)).toBe(true)
        expect(treeDifference(source.root, tree)).toBeNull()
      }),
      { numRuns: RUNS },
    )
  })

  it('knows all of its comments', () => {
    fc.assert(
      fc.property(someCase(dialect), ({ tree, style }) => {
        const page = printYaml(tree, style)
        const source = readSource(page.text, 'yaml')
        expect(source.comments.map((range) => page.text.slice(range.start, range.end).trimEnd())).toEqual(page.comments.map((comment) => comment.text))
      }),
      { numRuns: RUNS },
    )
  })
})
