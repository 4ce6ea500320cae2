import { describe, expect, it } from 'vitest'
import { showInPanes } from './show.ts'
import { askedSince, createViewStore, lastAsked } from './view.ts'

describe('the selection', () => {
  it('drops what is gone and follows a rename', () => {
    const view = createViewStore()
    view.dispatch({ type: 'select', nodes: ['a', 'b'] })
    view.dispatch({ type: 'prune', nodes: new Set(['b', 'c']), edges: new Set(), renamed: { from: 'a', to: 'c' } })
    expect(view.getState().selection.nodes).toEqual(['c', 'b'])
    view.dispatch({ type: 'prune', nodes: new Set(['b']), edges: new Set() })
    expect(view.getState().selection.nodes).toEqual(['b'])
  })

  it('is the same object when nothing of it is gone', () => {
    const view = createViewStore()
    view.dispatch({ type: 'selectEdge', edge: 'need:a>b' })
    const before = view.getState()
    view.dispatch({ type: 'prune', nodes: new Set(), edges: new Set(['need:a>b']) })
    view.dispatch({ type: 'selectEdge', edge: 'need:a>b' })
    expect(view.getState()).toBe(before)
  })

  it('holds nodes or an edge, never both', () => {
    const view = createViewStore()
    view.dispatch({ type: 'select', nodes: ['a'] })
    view.dispatch({ type: 'selectEdge', edge: 'e' })
    expect(view.getState().selection).toEqual({ nodes: [], edge: 'e' })
    view.dispatch({ type: 'select', nodes: ['a'] })
    expect(view.getState().selection).toEqual({ nodes: ['a'], edge: null })
  })
})

describe('the bottom region', () => {
  it('opens with a tab and closes with the same one', () => {
    const view = createViewStore()
    view.dispatch({ type: 'tab', tab: 'run', toggle: true })
    expect(view.getState()).toMatchObject({ tab: 'run', panels: { bottom: true } })
    view.dispatch({ type: 'tab', tab: 'problems', toggle: true })
    expect(view.getState().panels.bottom).toBe(true)
    view.dispatch({ type: 'tab', tab: 'problems', toggle: true })
    expect(view.getState().panels.bottom).toBe(false)
  })
})

describe('toasts', () => {
  it('are read out, and the same words do not pile up', () => {
    const view = createViewStore()
    view.dispatch({ type: 'toast', text: 'No.' })
    const first = view.getState().announcement
    view.dispatch({ type: 'toast', text: 'No.' })
    expect(view.getState().toasts).toHaveLength(1)
    expect(view.getState().announcement.text).toBe('No.')
    expect(view.getState().announcement.seq).toBeGreaterThan(first.seq)
  })
})

describe('requests', () => {
  it('are all there in their order, though two came in one turn', () => {
    const view = createViewStore()
    view.dispatch({ type: 'request', request: { type: 'fit' } })
    const before = lastAsked(view.getState())
    showInPanes(view, { key: 'a', range: { start: 3, end: 9 }, focus: 'text' })
    expect(askedSince(view.getState(), before)).toEqual([
      { type: 'revealNode', key: 'a', seq: before + 1 },
      { type: 'revealText', range: { start: 3, end: 9 }, focus: true, seq: before + 2 },
    ])
  })

  it('are not kept for ever', () => {
    const view = createViewStore()
    for (let n = 0; n < 100; n += 1) view.dispatch({ type: 'request', request: { type: 'fit' } })
    expect(lastAsked(view.getState())).toBe(100)
    expect(view.getState().requests.length).toBeLessThan(20)
  })
})
