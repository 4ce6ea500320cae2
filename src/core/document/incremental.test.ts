import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextEdit } from '../text/edit.ts'
import { analyse } from './analyse.ts'
import { editText } from './edit.ts'
import { openDocument } from './open.ts'
import { printYaml } from './testing/print-yaml.ts'
import { someDag } from './testing/dag/case.ts'
import { someStyle } from './testing/style.ts'
import type { Analysis } from './types.ts'
import { redo, undo } from './undo.ts'

const PIECES = ['a', ' ', '\n', ':', ' #', '- ', '\n  - id: x\n', '\n    kind: verifier\n', '"', '[', ']', '{', ',', '|', '&a ', '*a', '\n\n', '\u200B', '#', '<<: *base']

/** Places a step somewhere in the text, as a share of it, so that it means something in any text. */
const someStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.constantFrom(0, 0, 0, 1, 2, 12), text: fc.constantFrom(...PIECES, '') }) },
  { weight: 1, arbitrary: fc.constantFrom('undo' as const, 'redo' as const) },
)

/** All that an analysis says; how it keeps its objects is not part of it. */
function saidBy({ reading, source, view, diagnostics, stale, dialect }: Analysis) {
  const origins = reading === null ? null : ['name', 'nodes'].map((key) => reading.origin.sourcePaths([key]))
  return { reading: reading === null ? null : { model: reading.model, diagnostics: reading.diagnostics, source: reading.source, origins }, source, view, diagnostics, stale, dialect }
}

describe('an analysis made from the one before', () => {
  it('says what an analysis from nothing says, whatever was typed', () => {
    fc.assert(
      fc.property(someDag, someStyle, fc.array(someStep, { minLength: 1, maxLength: 6 }), (tree, style, steps) => {
        let document = openDocument({ text: printYaml(tree, style).text, format: 'yaml' })
        let analysis = analyse(document)
        for (const step of steps) {
          if (step === 'undo') document = undo(document)
          else if (step === 'redo') document = redo(document)
          else {
            const start = Math.floor(step.at * document.text.length)
            const edit: TextEdit = { range: { start, end: Math.min(document.text.length, start + step.length) }, text: step.text }
            document = editText(document, [edit])
          }
          const before = analysis
          analysis = analyse(document, before)
          const fresh = analyse(document)
          // A stale analysis keeps what was known; all else follows from the text.
          const { reading, view, dialect } = saidBy(before)
          expect(saidBy(analysis)).toEqual(fresh.stale ? { ...saidBy(fresh), reading, view, dialect } : saidBy(fresh))
        }
      }),
      { numRuns: Number(process.env['HEDDLE_CASES'] || 300) },
    )
  }, 600_000)
})
