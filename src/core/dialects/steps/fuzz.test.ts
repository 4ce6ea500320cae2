import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse } from '../../document/analyse.ts'
import { openDocument } from '../../document/open.ts'
import { normalizeDefinition } from '../definitions.ts'

/** More by `HEDDLE_CASES=100000 npx vitest run src/core/dialects/steps/fuzz`. */
const CASES = Number(process.env['HEDDLE_CASES'] || 300)

describe('agent files with steps', () => {
  it('are read whatever stands in a file: nothing throws, and no prototype changes', () => {
    const piece = fc.constantFrom('workflow:', 'steps:', '- ', 'id: a', 'tool: t', 'input: ', '{{', '}}', '.x', '"', "'", '|', '>', '\n', '\n  ', '\n    ', '{', '}', '[', ']', ',', ': ', '&a ', '*a', '<<: ', '__proto__: ', 'constructor', 'llm: ', 'trigger: cron', '\u0000', '\ud800', '#', '\t', 'if: ', 'output: trigger')
    const value: fc.Arbitrary<unknown> = fc.anything({ withMap: true, withSet: true, withNullPrototype: true })
    const keys = Object.getOwnPropertyNames(Object.prototype).length
    let tried = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('', 'workflow:\n  steps:\n    - id: a\n      tool: t\n      input: '), value, (pieces, start, anything) => {
        for (const format of ['yaml', 'json'] as const) {
          const analysis = analyse(openDocument({ text: start + pieces.join(''), format }))
          expect(Array.isArray(analysis.diagnostics)).toBe(true)
          tried += 1
        }
        for (const definition of [anything, { workflow: anything }, { workflow: { steps: anything } }, { workflow: { steps: [anything] } }, { llm: anything, workflow: { steps: [{ id: anything, input: anything }] } }]) {
          const once = normalizeDefinition(definition)
          expect(normalizeDefinition(once)).toEqual(once)
          tried += 1
        }
      }),
      { numRuns: CASES },
    )
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(keys)
    process.stdout.write(`steps: ${tried} texts and values read\n`)
  }, 120_000 + CASES * 50)
})
