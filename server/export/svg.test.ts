import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse, type GraphView, openDocument } from '../../src/core/index.ts'
import { toSvg } from './svg.ts'

const viewOf = (text: string) => analyse(openDocument({ text, format: 'yaml' })).view
/** The places of all boxes but the background. */
const boxes = (svg: string) => [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))

describe('toSvg', () => {
  it('draws each node once, right of what it needs, and no two in one place', () => {
    const svg = toSvg(viewOf('nodes:\n  - {id: d, needs: [b, c], prompt: p}\n  - {id: b, needs: [a], prompt: p}\n  - {id: c, needs: [a], prompt: p}\n  - {id: a, prompt: p}\n'), 'diamond')
    const places = boxes(svg)
    expect(places).toHaveLength(4)
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(4)
    expect(places.map(({ x }) => x)).toEqual([24, 324, 324, 624])
    expect([...svg.matchAll(/marker-end/g)]).toHaveLength(4)
    expect(svg).toContain('<title>diamond</title>')
  })

  it('draws what has no level: cycles and nodes that are only named', () => {
    const svg = toSvg(viewOf('nodes:\n  - {id: x, needs: [y], prompt: p}\n  - {id: y, needs: [x], prompt: p}\n  - {id: z, needs: [gone], prompt: p}\n'), '')
    expect(boxes(svg)).toHaveLength(4)
    expect(svg).toContain('not defined')
  })

  it('is a picture even of nothing', () => {
    expect(toSvg({ nodes: [], edges: [], levels: [] }, '')).toMatch(/^<svg [^]*<\/svg>\n$/)
  })

  it('lets no text of a file become markup, whatever it is', () => {
    const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('<script>alert(1)</script>', '"/><image href="x"', ']]>', '&amp;', '\u0000\uFFFE\uD800', "' onload='x"))
    fc.assert(
      fc.property(word, word, (id, summary) => {
        const view: GraphView = { nodes: [{ key: 'k', id, kind: 'agent', summary, index: 0 }], edges: [{ key: 'e', kind: 'flow', from: 'k', to: 'k', condition: summary }], levels: [['k']] }
        const svg = toSvg(view, id)
        const tags = new Set([...svg.matchAll(/<\/?([a-z]+)/gi)].map(([, name]) => name))
        expect([...tags].sort()).toEqual(['defs', 'g', 'marker', 'path', 'rect', 'svg', 'text', 'title'])
        expect(svg.replace(/&#\d+;/g, '')).not.toMatch(/&|[^\P{Cc}\n]|\p{Surrogate}|[\uFFFE\uFFFF]/u)
      }),
      { numRuns: 300 },
    )
  })
})
