import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyEdits } from '../../text/apply.ts'
import type { TextEdit } from '../../text/edit.ts'
import { isWhole, nodeAt } from '../find.ts'
import { readSource } from '../read.ts'
import { randomOp } from '../testing/random-op.ts'
import { draws, yamlFile } from '../testing/workflow-file.ts'
import type { Draws } from '../testing/workflow-file.ts'
import { patch } from './patch.ts'
import { rereadSpans } from './reread.ts'

const numRuns = Number(process.env['HEDDLE_CASES'] || 150)

let reread = 0
let tried = 0

function check(text: string, edits: readonly TextEdit[]): void {
  const source = readSource(text, 'yaml')
  const after = applyEdits(text, edits)
  const again = rereadSpans(source, after, edits)
  tried += 1
  if (!again) return
  reread += 1
  expect(JSON.stringify(again)).toBe(JSON.stringify(readSource(after, 'yaml')))
}

const PIECES = [
  'a', ' ', '  ', '\n', '\r\n', '\r', '\t', ':', ': ', '#', ' # c', '-', '- ', '\n  - id: x', '\n- y', '\n    k: v', '"', "'", '[', ']', '{', '}', ',',
  '|', '|\n', '>', '&a ', '*a', '!t ', '---', '\n---\n', '\n...\n', '\n%YAML 1.1\n', '\ufeff', '\u00a0', '\u200b', '\u0000', '?', '? ', '<<: *base',
  '\n\n', '\n# c\n', '  \n', 'k: v\n', '  - id: y\n', '- z\n', '|+\n   x\n\n', '    # deep\n', 'nodes: 1\n', '',
]

function randomEdits(text: string, d: Draws): readonly TextEdit[] {
  const edits: TextEdit[] = []
  let from = 0
  for (let count = 1 + d.below(3); count > 0; count -= 1) {
    const room = text.length - from
    const start = d.chance(5) ? Math.max(from, text.lastIndexOf('\n', from + d.below(room + 1)) + 1) : from + d.below(room + 1)
    const end = Math.min(text.length, start + d.pick([0, 0, 0, 1, 3, 20]))
    edits.push({ range: { start, end }, text: d.pick(PIECES) })
    from = end + 1
    if (from >= text.length) break
  }
  return edits
}

it('reads what changed as the whole text would read: after a patch', () => {
  fc.assert(fc.property(yamlFile, draws, (text, numbers) => {
    const result = patch(readSource(text, 'yaml'), [randomOp(readSource(text, 'yaml'), numbers)])
    if (result.ok) check(text, result.value.edits)
  }), { numRuns, endOnFailure: true })
  // The law says nothing unless it is put to use.
  expect(reread / tried).toBeGreaterThan(0.3)
})

it('reads what changed as the whole text would read: after any edits', () => {
  fc.assert(fc.property(yamlFile, draws, (text, numbers) => {
    if (isWhole(readSource(text, 'yaml'))) check(text, randomEdits(text, numbers))
  }), { numRuns: numRuns * 3, endOnFailure: true })
  expect(reread / tried).toBeGreaterThan(0.15)
})

it('keeps the very nodes that did not move', () => {
  const text = 'name: n\nnodes:\n  - id: a\n  - id: b\n  - id: c\n  - id: d\nlast: x\n'
  const source = readSource(text, 'yaml')
  const at = text.indexOf('id: d') + 4
  const again = rereadSpans(source, text.replace('id: d', 'id: e'), [{ range: { start: at, end: at + 1 }, text: 'e' }])
  expect(again?.root).toEqual(readSource(text.replace('id: d', 'id: e'), 'yaml').root)
  for (const path of [['name'], ['nodes', 0], ['nodes', 1], ['last']]) {
    expect(nodeAt(again ?? source, path)).toBe(nodeAt(source, path))
  }
})
