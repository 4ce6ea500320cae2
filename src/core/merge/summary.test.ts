import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse } from '../document/analyse.ts'
import { openDocument } from '../document/open.ts'
import { compareGraphs } from './summary.ts'
import { markWords } from './words.ts'

const read = (text: string) => analyse(openDocument({ text, format: 'yaml' }))
const BASE = 'name: x\nnodes:\n  - id: draft\n    prompt: Write it.\n  # Strict.\n  - id: check\n    kind: verifier\n    prompt: Check it.\n    needs: [draft]\n'

describe('what changed in a graph', () => {
  it('names nodes and fields', () => {
    const after = BASE.replace('Write it.', 'Write it well.').replace('needs: [draft]', 'needs: []').replace('# Strict.', '# Lenient.').replace('name: x', 'name: y')
    expect(compareGraphs(read(BASE), read(`${after}  - id: new\n    prompt: n\n`))).toEqual({
      added: ['new'], removed: [], renamed: [], document: ['name'], reordered: false,
      changed: [{ id: 'draft', fields: ['prompt'] }, { id: 'check', fields: ['needs', 'comment'] }],
    })
  })

  it('tells a rename from one node gone and another come, and another order', () => {
    expect(compareGraphs(read(BASE), read(BASE.replaceAll('draft', 'write')))).toMatchObject({
      added: [], removed: [], renamed: [{ from: 'draft', to: 'write' }], changed: [{ id: 'check', fields: ['needs'] }],
    })
    const nodes = ['  - id: a\n    prompt: A\n', '  - id: b\n    prompt: B\n']
    expect(compareGraphs(read(`nodes:\n${nodes.join('')}`), read(`nodes:\n${nodes.toReversed().join('')}`))).toMatchObject({ changed: [], reordered: true })
  })

  it('says nothing of formatting, and nothing at all where a text does not parse', () => {
    const flow = 'name: x\nnodes:\n  - {id: draft, prompt: "Write it."}\n  # Strict.\n  - {id: check, kind: verifier, prompt: Check it., needs: [draft]}\n'
    expect(compareGraphs(read(BASE), read(flow))).toEqual({ added: [], removed: [], renamed: [], changed: [], document: [], reordered: false })
    expect(compareGraphs(read(BASE), read('nodes: ['))).toBeNull()
  })
})

describe('marking words', () => {
  it('marks what differs within a line, in any script', () => {
    expect(markWords(['  prompt: Write two sentences.'], ['  prompt: Write three sentences.'])).toEqual({ left: [[{ start: 16, end: 19 }]], right: [[{ start: 16, end: 21 }]] })
    expect(markWords(['写出三句话'], ['写出两句话'])).toEqual({ left: [[{ start: 2, end: 3 }]], right: [[{ start: 2, end: 3 }]] })
  })

  it('marks nothing where lines have nothing in common', () => {
    expect(markWords(['alpha beta gamma'], ['1;2;3;4'])).toEqual({ left: [[]], right: [[]] })
  })

  it('gives ranges inside their lines, in order', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '第', '😀') }), { maxLength: 5 })
    fc.assert(fc.property(lines, lines, (left, right) => {
      const marks = markWords(left, right)
      for (const [side, own] of [[left, marks.left], [right, marks.right]] as const) {
        expect(own).toHaveLength(side.length)
        own.forEach((ranges, at) => ranges.forEach(({ start, end }, index) => {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(side[at]!.length)
          expect(start).toBeGreaterThan(ranges[index - 1]?.end ?? -1)
        }))
      }
    }), { numRuns: 200 })
  })
})
