import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GraphEdge } from '../graph/view.ts'
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

  it('says the same when only names of other nodes change, and keeps the edges that do not', () => {
    const text = 'nodes:\n  - {id: a, prompt: p}\n  - {id: b, needs: [a, gone], prompt: p}\n  - {id: c, needs: [b, b], prompt: p}\n  - {id: d, kind: router, needs: [c, gone], routes: [a, b], prompt: p}\n  - {id: e, needs: [d], prompt: p}\n'
    let analysis = analyse(openDocument({ text, format: 'yaml' }))
    const changes: readonly (readonly [string, string])[] = [
      ['id: e, needs: [d]', 'id: e, needs: [dx]'],
      ['needs: [dx]', 'needs: [d]'],
      ['needs: [a, gone]', 'needs: [a]'],
      ['needs: [c, gone]', 'needs: [c, "need:b>c"]'],
      ['needs: [b, b]', 'needs: [b, c, b]'],
      ['routes: [a, b]', 'routes: [b, a, e]'],
      ['id: a, prompt', 'id: gone, prompt'],
      ['id: gone, prompt', 'id: a, prompt'],
    ]
    for (const [before, after] of changes) {
      const edges = new Map(analysis.view.edges.map((edge) => [edge.key, edge]))
      const document = openDocument({ text: analysis.source.text.replace(before, after), format: 'yaml' })
      analysis = analyse({ ...document, revision: analysis.revision + 1 }, analysis)
      expect(analysis.source.text).toContain(after)
      expect({ ...saidBy(analysis), source: null, reading: null }).toEqual({ ...saidBy(analyse(document)), source: null, reading: null })
      const isAnew = (edge: GraphEdge, former: GraphEdge | undefined): boolean => former?.broken === edge.broken && former !== edge
      expect(analysis.view.edges.filter((edge) => edges.has(edge.key) && isAnew(edge, edges.get(edge.key)))).toEqual([])
    }
  })
})
