import { describe, expect, it } from 'vitest'
import { analyse } from './analyse.ts'
import { editText } from './edit.ts'
import { nodeAmong, nodeAtOffset, rangeAmong, rangeOfNode, rangesOfNodes } from './locate.ts'
import { openDocument } from './open.ts'

const BLOCK = `name: n
nodes:
  # first
  - id: a
    prompt: |
      one
      two

  - id: b  # end of line
    needs: [a]
    # kind: critic
    prompt: p
  - {id: c, prompt: q}  # short
# tail
`
const analysisOf = (text: string, format: 'yaml' | 'json' = 'yaml') => analyse(openDocument({ text, format }))
const textOf = (text: string, range: { start: number; end: number } | undefined) => (range === undefined ? undefined : text.slice(range.start, range.end))

describe('rangeOfNode', () => {
  it('is the whole item, dash included', () => {
    const analysis = analysisOf(BLOCK)
    expect(textOf(BLOCK, rangeOfNode(analysis, 'b'))).toBe('- id: b  # end of line\n    needs: [a]\n    # kind: critic\n    prompt: p')
    expect(textOf(BLOCK, rangeOfNode(analysis, 'c'))).toBe('- {id: c, prompt: q}')
  })

  it('finds nodes by key where ids are doubled or missing', () => {
    const text = 'nodes:\n  - id: a\n  - id: a\n  - prompt: p\n'
    const analysis = analysisOf(text)
    expect(analysis.view.nodes.map(({ key }) => textOf(text, rangeOfNode(analysis, key)))).toEqual(['- id: a', '- id: a', '- prompt: p'])
    expect(new Set(analysis.view.nodes.map(({ key }) => rangeOfNode(analysis, key)!.start)).size).toBe(3)
  })

  it('is in JSON the map', () => {
    const text = '{"nodes": [{"id": "a"}, {"id": "b"}]}'
    expect(textOf(text, rangeOfNode(analysisOf(text, 'json'), 'b'))).toBe('{"id": "b"}')
  })

  it('is undefined for ghosts, for what is not there, and while the text does not parse', () => {
    const analysis = analysisOf('nodes:\n  - id: a\n    needs: [zz]\n')
    expect(rangeOfNode(analysis, 'zz')).toBeUndefined()
    expect(rangeOfNode(analysis, 'nothing')).toBeUndefined()
    const document = editText(openDocument({ text: BLOCK, format: 'yaml' }), [{ range: { start: 0, end: 0 }, text: '[' }])
    expect(rangeOfNode(analyse(document, analysisOf(BLOCK)), 'a')).toBeUndefined()
  })
})

describe('places that came out of a worker', () => {
  it('say at every offset, and of every node, what the analysis says', () => {
    const texts = [BLOCK, 'nodes:\n  - id: a\n  - id: a\n  - prompt: p\n    needs: [zz]\n', 'name: none\n', '[']
    for (const text of texts) {
      const analysis = analysisOf(text)
      const { view, stale } = analysis
      const places = structuredClone({ view, stale, ranges: rangesOfNodes(analysis) })
      for (let offset = 0; offset <= text.length; offset += 1) expect(nodeAmong(places, text, offset)).toBe(nodeAtOffset(analysis, offset))
      for (const { key } of view.nodes) expect(rangeAmong(places, key)).toEqual(rangeOfNode(analysis, key))
    }
  })
})

describe('nodeAtOffset', () => {
  it.each([
    ['name: n', 0, undefined],
    ['# first', 0, undefined],
    ['- id: a', 0, 'a'],
    ['  - id: a', 0, 'a'],
    ['two', 3, 'a'],
    ['id: b', 3, 'b'],
    ['# end of line', 5, 'b'],
    ['# kind', 2, 'b'],
    ['prompt: p', 9, 'b'],
    ['  - {id: c', 0, 'c'],
    ['# short', 7, 'c'],
    ['# tail', 3, undefined],
  ])('finds the node at %j + %i', (mark, plus, key) => {
    expect(nodeAtOffset(analysisOf(BLOCK), BLOCK.indexOf(mark) + plus)).toBe(key)
  })

  it('tells items on one line apart', () => {
    const text = 'nodes: [{id: a}, {id: b}]'
    const analysis = analysisOf(text)
    expect(nodeAtOffset(analysis, text.indexOf('a'))).toBe('a')
    expect(nodeAtOffset(analysis, text.indexOf('b'))).toBe('b')
  })

  it('finds every node by the start and the end of its range', () => {
    const analysis = analysisOf(BLOCK)
    for (const { key } of analysis.view.nodes) expect(nodeAtOffset(analysis, rangeOfNode(analysis, key)!.start)).toBe(key)
  })

  it('finds nothing in an empty text or outside of it', () => {
    expect(nodeAtOffset(analysisOf(''), 0)).toBeUndefined()
    expect(nodeAtOffset(analysisOf(BLOCK), 10_000)).toBeUndefined()
    expect(nodeAtOffset(analysisOf('nodes: []'), 8)).toBeUndefined()
  })
})
