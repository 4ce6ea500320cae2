import type { DocumentCore } from './core.ts'
import type { Outcome } from './documentState.ts'
import { listed } from './foresight.ts'
import type { Point, Positions } from './layout.ts'
import type { LayoutEngine } from './placing.ts'
import type { Stores } from './stores.ts'

/** Nodes through the clipboard. It holds YAML, so that any editor takes it and gives it. */
export type ClipboardWork = {
  /** The selected nodes, or those that were selected when it was asked for, as text; empty when there are none. */
  copySelected(selected?: readonly string[]): string
  /** The same, and the nodes are gone; references to them stay for the paste that follows. */
  cutSelected(): string
  /** Adds the nodes of a text: with the upper left of them at a place, else beside the originals or near the selection. */
  paste(text: string, at?: Point): Outcome
  duplicateSelected(): Outcome
}

/** How far beside its original a copy stands. */
const BESIDE = 36

export function createClipboardWork({ document, view, layout }: Stores, core: Pick<DocumentCore, 'reader'>, engine: Pick<LayoutEngine, 'place'>): ClipboardWork {
  /** What was copied last on this page, and where it stood, in file order. */
  let copied: { readonly text: string; readonly points: readonly (Point | undefined)[]; pastes: number } = { text: '', points: [], pastes: 0 }

  function chosen(selected: readonly string[] = view.getState().selection.nodes): readonly string[] {
    document.catchUp()
    const nodes = document.getState().projection?.view.nodes ?? []
    const wanted = new Set(selected)
    return nodes.filter(({ key, ghost }) => wanted.has(key) && !ghost).toSorted((a, b) => a.index - b.index).map(({ key }) => key)
  }

  function say(text: string): void {
    view.dispatch({ type: 'announce', text })
  }

  function copy(selected?: readonly string[]): { readonly text: string; readonly keys: readonly string[] } {
    const analysis = document.analysis()
    const keys = chosen(selected)
    const text = (analysis && keys.length > 0 && core.reader()?.copy(analysis, keys)) || ''
    if (text !== '') {
      const { positions } = layout.getState()
      copied = { text, points: keys.map((key) => positions.get(key)), pastes: 0 }
    }
    return { text, keys }
  }

  /** Where pasted nodes stand to each other: as they did when they were copied here, else as the layout puts them. */
  function shapeOf(text: string, keys: readonly string[]): Positions {
    const { points } = copied
    if (same(copied.text, text) && points.length === keys.length && points.every((point) => point !== undefined)) {
      return new Map(keys.map((key, index) => [key, points[index]!]))
    }
    const shown = document.getState().projection?.view
    const wanted = new Set(keys)
    const nodes = shown?.nodes.filter(({ key }) => wanted.has(key)) ?? []
    const edges = shown?.edges.filter(({ from, to }) => wanted.has(from) && wanted.has(to)) ?? []
    return engine.place({ nodes, edges, levels: [] }, new Map(), layout.getState().direction)
  }

  function paste(text: string, at?: Point, originals?: readonly string[]): Outcome {
    if (core.reader() === null) {
      document.whenRead(() => void paste(text, at))
      return { ok: true }
    }
    const last = chosen(originals).at(-1)
    const outcome = document.dispatch({ type: 'paste', text, origin: 'canvas', ...(last !== undefined && { after: last }) })
    if (!outcome.ok || !outcome.pasted) return outcome
    const { keys, notices, renamed, outputs } = outcome.pasted
    document.catchUp()
    const own = same(copied.text, text)
    const shape = shapeOf(text, keys)
    const to = at ?? (own ? beside(shape) : undefined)
    if (to) {
      const { positions } = layout.getState()
      const others = document.getState().projection?.view.nodes.filter(({ key }) => !shape.has(key)) ?? []
      const taken = others.flatMap(({ key }) => positions.get(key) ?? [])
      const from = cornerOf(shape)
      layout.dispatch({ type: 'pin', positions: new Map([...shape].map(([key, { x, y }]) => [key, clear({ x: Math.round(to.x + x - from.x), y: Math.round(to.y + y - from.y) }, taken)])) })
    }
    if (own) copied.pastes += 1
    view.dispatch({ type: 'select', nodes: keys })
    const words = [`Pasted ${listed(keys, 'nodes')}.`]
    if (renamed.length > 0) words.push(`${listed(renamed.map(({ from, to: name }) => `${from} is called ${name} here`), 'nodes have new ids')}.`)
    if (outputs.length > 0) words.push(`${listed(outputs.map(({ from, to: name }) => `${from} is set as ${name} here`), 'variables have new names')}.`)
    words.push(...notices.map(({ message }) => message))
    if (renamed.length + outputs.length + notices.length > 0) view.dispatch({ type: 'toast', text: words.join(' ') })
    else say(words.join(' '))
    return outcome
  }

  function duplicate(selected: readonly string[]): Outcome {
    const kept = copied
    const { text } = copy(selected)
    if (text === '') return { ok: true }
    const outcome = paste(text, undefined, selected)
    // The clipboard itself is not touched by a duplicate.
    copied = kept
    return outcome
  }

  function beside(shape: Positions): Point {
    const { x, y } = cornerOf(shape)
    const far = BESIDE * (copied.pastes + 1)
    return { x: x + far, y: y + far }
  }

  return {
    copySelected(selected) {
      const { text, keys } = copy(selected)
      if (text !== '') say(`Copied ${listed(keys, 'nodes')}.`)
      return text
    },
    cutSelected() {
      const { text, keys } = copy()
      if (text === '') return ''
      const outcome = document.dispatch({ type: 'command', command: { type: 'remove', nodes: keys, references: 'keep' }, origin: 'canvas', selectionAfter: { nodes: [] } })
      if (!outcome.ok) return ''
      // Nothing stands where they stood: they come back to the same place.
      copied.pastes = -1
      say(`Cut ${listed(keys, 'nodes')}.`)
      return text
    },
    paste,
    duplicateSelected() {
      // What is selected by the time that the reader comes was not meant.
      const { nodes } = view.getState().selection
      if (core.reader() !== null) return duplicate(nodes)
      document.whenRead(() => void duplicate(nodes))
      return { ok: true }
    },
  }
}

/** The clipboards of some systems change line ends, or add one. */
function same(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trimEnd()
  return a !== '' && plain(a) === plain(b)
}

function cornerOf(shape: Positions): Point {
  let [x, y] = [Infinity, Infinity]
  for (const point of shape.values()) {
    x = Math.min(x, point.x)
    y = Math.min(y, point.y)
  }
  return { x, y }
}

/** Two nodes at the very same place would look like one. */
function clear(point: Point, taken: readonly Point[]): Point {
  const covered = taken.some(({ x, y }) => Math.abs(x - point.x) < 8 && Math.abs(y - point.y) < 8)
  return covered ? clear({ x: point.x + 24, y: point.y + 24 }, taken) : point
}
