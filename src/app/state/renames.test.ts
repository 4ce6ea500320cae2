import { describe, expect, it } from 'vitest'
import type { GraphView } from '../../core/index.ts'
import { followRenames } from './renames.ts'

function view(...keys: string[]): GraphView {
  return { nodes: keys.map((key, index) => ({ key, id: key, kind: 'agent', summary: '', index })), edges: [], levels: [] }
}

const between = (before: GraphView, after: GraphView) => [...followRenames(before, after)].map(([from, to]) => `${from}>${to}`)

describe('renames by place in the file', () => {
  it('sees a new key at the place of one that is gone', () => {
    expect(between(view('a', 'b'), view('a', 'bb'))).toEqual(['b>bb'])
  })

  it('does not take moving, adding or removing for renaming', () => {
    expect(between(view('a', 'b'), view('b', 'a'))).toEqual([])
    expect(between(view('a', 'b'), view('a', 'x', 'b'))).toEqual([])
    expect(between(view('a', 'b'), view('b'))).toEqual([])
  })
})
