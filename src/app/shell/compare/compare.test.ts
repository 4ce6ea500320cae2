import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../../core/index.ts'
import { blocksOf, changesOf, runsOf } from './blocks.ts'
import { mergingOf } from './merging.ts'
import { revertEdits } from './revert.ts'
import { formatOfPath, inFormat } from './sameFormat.ts'
import { lineSpan, summaryOf } from './words.ts'

const wild = fc.tuple(fc.constantFrom('', '\uFEFF'), fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '第') })).map(([mark, text]) => mark + text)

describe('two versions side by side', () => {
  it('show what is the same once, and what differs on its side', () => {
    expect(blocksOf('a\nb\nc', 'a\nx\nc')).toEqual([
      { kind: 'same', left: 0, right: 0, lines: ['a'] },
      { kind: 'change', index: 0, left: { at: 1, lines: ['b'], marks: [[]] }, right: { at: 1, lines: ['x'], marks: [[]] } },
      { kind: 'same', left: 2, right: 2, lines: ['c'] },
    ])
    expect(changesOf(blocksOf('a\r\nb', 'a\nb'))).toEqual([])
  })

  it('lose no line of either text', () => {
    fc.assert(fc.property(wild, wild, (left, right) => {
      const blocks = blocksOf(left, right)
      const count = (side: 'left' | 'right') => blocks.reduce((sum, block) => sum + (block.kind === 'same' ? block.lines : block[side].lines).length, 0)
      expect([count('left'), count('right')]).toEqual([left, right].map((text) => text.split(/\r\n|\n/).length))
    }), { numRuns: 100 })
  })

  it('go back to the other text, one change at a time', () => {
    fc.assert(fc.property(wild, wild, (left, right) => {
      let text = right
      for (let change = changesOf(blocksOf(left, text))[0]; change !== undefined; change = changesOf(blocksOf(left, text))[0]) {
        const before = changesOf(blocksOf(left, text)).length
        text = applyEdits(text, revertEdits(left, text, change))
        expect(changesOf(blocksOf(left, text)).length).toBeLessThan(before)
      }
      expect(changesOf(blocksOf(left, text))).toEqual([])
    }), { numRuns: 100 })
    const [first] = changesOf(blocksOf('a\nb\nc\n', 'a\r\nB\r\nC\r\n'))
    expect(applyEdits('a\r\nB\r\nC\r\n', revertEdits('a\nb\nc\n', 'a\r\nB\r\nC\r\n', first!))).toBe('a\r\nb\r\nc\r\n')
  })

  it('mark the words of a line', () => {
    expect(runsOf('one two three', [{ start: 4, end: 7 }])).toEqual([{ text: 'one ', marked: false }, { text: 'two', marked: true }, { text: ' three', marked: false }])
  })
})

describe('the words for a change', () => {
  it('count nodes and name them', () => {
    expect(summaryOf({ added: ['a', 'b', 'c', 'd', 'e', 'f'], removed: ['x'], renamed: [{ from: 'm', to: 'n' }], changed: [{ id: 'draft', fields: ['prompt', 'needs'] }], document: ['name'], reordered: true })).toEqual([
      '6 nodes added: a, b, c, d and 2 more', '1 node removed: x', '1 node renamed: m to n', '1 node changed: draft (prompt, needs)', "the file's name changed", 'nodes in another order',
    ])
    expect([lineSpan(0, 1), lineSpan(11, 3), lineSpan(4, 0)]).toEqual(['line 1', 'lines 12 to 14', 'after line 4'])
  })
})

describe('merging on the page', () => {
  const base = 'name: x\nnodes:\n  - id: a\n    prompt: A\n  # of b\n  - id: b\n    prompt: B\n'

  it('says which node a conflict is in, and what each side did', () => {
    const merging = mergingOf(base.replace('prompt: B', 'prompt: mine'), { base, theirs: base.replace('prompt: B', 'prompt: theirs') }, 'yaml')
    expect(merging).toMatchObject({ nodes: ['b'], mine: ['1 node changed: b (prompt)'], theirs: ['1 node changed: b (prompt)'] })
  })

  it('asks about every difference when nobody knows what came before', () => {
    expect(mergingOf(base.replace('A', 'mine'), { base: null, theirs: base.replace('B', 'theirs') }, 'yaml').merge.conflicts).toBe(2)
  })
})

describe('a text in the other format', () => {
  it('is compared in the one that the editor shows', () => {
    const json = inFormat('# c\nname: x\nnodes:\n  - id: a\n    prompt: p\n', formatOfPath('flow.yaml'), 'json')
    expect(JSON.parse(json)).toEqual({ name: 'x', nodes: [{ id: 'a', prompt: 'p' }] })
    expect(inFormat(json, formatOfPath('flow.JSON'), 'json')).toBe(json)
    expect(inFormat('nodes: [', 'yaml', 'json')).toBe('nodes: [')
  })
})
