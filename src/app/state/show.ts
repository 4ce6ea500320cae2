import type { Range } from '../../core/index.ts'
import type { ViewStore } from './view.ts'

export type Shown = {
  /** A node to select and to bring into sight; null for what belongs to none. */
  readonly key: string | null
  readonly range?: Range | undefined
  /** Where the keyboard goes; it stays where it is when nothing is said. */
  readonly focus?: 'text' | 'canvas'
}

/** Shows one thing in all panes: its node selected and in sight, its text in sight. */
export function showInPanes(view: ViewStore, { key, range, focus }: Shown): void {
  if (key !== null) {
    view.dispatch({ type: 'select', nodes: [key] })
    view.dispatch({ type: 'request', request: { type: 'revealNode', key, ...(focus === 'canvas' && { focus: true }) } })
  }
  if (range) view.dispatch({ type: 'request', request: { type: 'revealText', range, focus: focus === 'text' } })
}
