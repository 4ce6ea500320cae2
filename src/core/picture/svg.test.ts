import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse } from '../document/analyse.ts'
import { openDocument } from '../document/open.ts'
import type { GraphView } from '../graph/view.ts'
import { fitted, widthOf, wrapped } from './measure.ts'
import { drawPicture } from './svg.ts'

const viewOf = (text: string) => analyse(openDocument({ text, format: 'yaml' })).view
const DIAMOND = viewOf('nodes:\n  - {id: d, needs: [b, c], prompt: p}\n  - {id: b, needs: [a], prompt: p}\n  - {id: c, needs: [a], prompt: p}\n  # first\n  - {id: a, prompt: p}\n')
/** The places of all cards. */
const cards = (svg: string) => [...svg.matchAll(/<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="207"/g)].map(([, x, y]) => ({ x: Number(x) - 0.5, y: Number(y) - 0.5 }))

describe('a picture', () => {
  it('draws each node once, right of what it needs or below it, and no two in one place', () => {
    const right = cards(drawPicture(DIAMOND, { title: 'diamond' }).svg)
    expect(right.map(({ x }) => x)).toEqual([520, 260, 260, 0])
    expect(new Set(right.map(({ x, y }) => `${x},${y}`)).size).toBe(4)
    const down = cards(drawPicture(DIAMOND, { title: '', direction: 'down' }).svg)
    expect(down.map(({ y }) => y)).toEqual([312, 156, 156, 0])
  })

  it('keeps the places that nodes have on the canvas, and frames them all', () => {
    const positions = new Map([['a', { x: -500, y: 40 }], ['b', { x: 900.4, y: -300 }]])
    const { svg, width, height } = drawPicture(DIAMOND, { title: '', positions })
    expect(cards(svg).sort((p, q) => p.x - q.x)).toEqual([{ x: -500, y: 40 }, { x: 900.4, y: -300 }])
    expect([width, height]).toEqual([1673, 488])
    expect(svg).toContain(`viewBox="-532 -332 ${width} ${height}"`)
  })

  it('shows words, notes and levels as text', () => {
    const view = viewOf('nodes:\n  # Only 第一\n  - {id: 草稿, kind: verifier, prompt: "Check it & say <PASS> or FAIL."}\n  - {id: x, needs: [草稿, gone], prompt: p}\n')
    const { svg } = drawPicture(view, { title: 'a <b> & c', bands: true, theme: 'dark' })
    const words = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))
    expect(words).toEqual(expect.arrayContaining(['Level 1', 'Level 2', '草稿', 'Verifier', 'Only 第一', 'gone', 'No node has this id.']))
    expect(words.join(' ')).toContain('Check it & say <PASS> or')
    expect(svg).toContain('<title>a &#60;b&#62; &#38; c</title>')
    expect(svg).toContain('#141315')
  })

  it('draws what has no level, what leads back, and nothing at all', () => {
    const { svg } = drawPicture(viewOf('nodes:\n  - {id: x, needs: [y], prompt: p}\n  - {id: y, needs: [x], prompt: p}\n  - {id: r, kind: router, routes: [x], prompt: p}\n'), { title: '' })
    expect(cards(svg)).toHaveLength(3)
    expect(svg).toContain('stroke-dasharray="7 4"')
    expect(drawPicture({ nodes: [], edges: [], levels: [] }, { title: '' }).svg).toMatch(/^<svg [^]*<\/svg>\n$/)
  })

  it('lets no text of a file become markup, whatever it is', () => {
    const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('<script>alert(1)</script>', '"/><image href="x"', ']]>', '&amp;', '\u0000\uFFFE\uD800', "' onload='x"))
    fc.assert(
      fc.property(word, word, fc.constantFrom('agent', 'branch', 'gate', 'router'), (id, summary, kind) => {
        const view: GraphView = { nodes: [{ key: 'k', id, kind: kind as 'agent', summary, note: id, index: 0 }], edges: [{ key: 'e', kind: 'flow', from: 'k', to: 'k', condition: summary }], levels: [['k']] }
        const { svg } = drawPicture(view, { title: id, bands: true })
        const tags = new Set([...svg.matchAll(/<\/?([a-z]+)/gi)].map(([, name]) => name!))
        expect([...tags].filter((tag) => !['g', 'path', 'rect', 'circle', 'svg', 'text', 'title', 'style'].includes(tag))).toEqual([])
        expect(svg.replace(/&#\d+;/g, '')).not.toMatch(/&|[^\P{Cc}\n]|\p{Surrogate}|[\uFFFE\uFFFF]/u)
        expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      }),
      { numRuns: 300 },
    )
  })

  it('takes ten thousand nodes', () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({ key: `n${index}`, id: `n${index}`, kind: 'agent' as const, summary: 's', index }))
    const { svg } = drawPicture({ nodes, edges: nodes.slice(1).map(({ key }, at) => ({ key: `need:${key}`, kind: 'need' as const, from: nodes[at]!.key, to: key })), levels: nodes.map(({ key }) => [key]) }, { title: '' })
    expect(cards(svg)).toHaveLength(10_000)
  })
})

describe('words in a picture', () => {
  it('are cut between characters as people count them', () => {
    expect(fitted('abc', 100, 12)).toBe('abc')
    expect(fitted('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 30, 12)).toBe('👩‍👩‍👧‍👦…')
    expect(fitted('first\nsecond', 200, 12)).toBe('first')
  })

  it('are broken between words, within them where they are too long, and say when there is more', () => {
    expect(wrapped('one two three', 60, 12, 3)).toEqual(['one two', 'three'])
    expect(wrapped('一二三四五六七八九十', 62, 12, 2)).toEqual(['一二三四五', '六七八九十'])
    expect(wrapped('写出三句，说 PASS 或 FAIL', 66, 12, 3)).toEqual(['写出三句，', '说 PASS 或', 'FAIL'])
    expect(wrapped('one two three four five six', 60, 12, 2)[1]).toMatch(/…$/)
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => {
      for (const line of wrapped(text, 80, 12, 2)) expect(widthOf(line, 12, false)).toBeLessThanOrEqual(92)
    }), { numRuns: 200 })
  })
})
