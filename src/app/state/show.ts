import type { Range } from '../../core/index.ts'
import type { ViewStore } from './view.ts'

export type Shown = {
  /** A node to select and to bring into sight, or an edge; null for what belongs to none. */
  readonly key: string | null
  readonly edge?: string | undefined
  readonly range?: Range | undefined
  /** Where the keyboard goes; it stays where it is when nothing is said. */
  readonly focus?: 'text' | 'canvas'
}

/** Shows one thing in all panes: its node or edge selected and in sight, its text in sight. */
export function showInPanes(view: ViewStore, { key, edge, range, focus }: Shown): void {
  if (edge !== undefined) {
    view.dispatch({ type: 'selectEdge', edge })
    view.dispatch({ type: 'request', request: { type: 'revealEdge', edge } })
    if (focus === 'canvas') view.dispatch({ type: 'request', request: { type: 'focusCanvas' } })
  } else if (key !== null) {
    view.dispatch({ type: 'select', nodes: [key] })
    view.dispatch({ type: 'request', request: { type: 'revealNode', key, ...(focus === 'canvas' && { focus: true }) } })
  }
  if (range) view.dispatch({ type: 'request', request: { type: 'revealText', range, focus: focus === 'text' } })
}
