import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DocumentState } from './documentState.ts'
import type { Host } from './host.ts'
import type { LayoutState } from './layout.ts'
import { isSeenFirst } from './seenFirst.ts'
import type { Stores } from './stores.ts'
import type { TabsState } from './tabs.ts'
import type { ViewState } from './view.ts'

/** What the panes draw: the document, its places, the tabs, the selection and what is said of it, of one and the same moment. */
export type Drawn = { readonly document: DocumentState; readonly layout: LayoutState; readonly tabs: TabsState } & Pick<ViewState, (typeof OF_VIEW)[number]>

const OF_VIEW = ['selection', 'foresight', 'toasts', 'announcement'] as const

export type DrawnStore = Pick<StoreApi<Drawn>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Does something once what there is now has been drawn: at once, if it has been. */
  onceDrawn(work: () => void): void
  close(): void
}

const KEYS = ['document', 'layout', 'tabs', ...OF_VIEW] as const

/** Fewer nodes are drawn within the frame that shows the text. */
const MANY = 150

/**
 * Follows the stores for the panes. In a file of many nodes a change of the text is on screen first: all
 * that is drawn of it, the canvas above all, comes right after that frame and never within it. Everything
 * else is drawn at once, as is what a form writes, whose fields must show what was typed into them.
 */
export function createDrawn({ document, layout, view, tabs }: Pick<Stores, 'document' | 'layout' | 'view' | 'tabs'>, host: Pick<Host, 'frame' | 'after'>, many = MANY): DrawnStore {
  const now = (): Drawn => {
    const { selection, foresight, toasts, announcement } = view.getState()
    return { document: document.getState(), layout: layout.getState(), tabs: tabs.getState(), selection, foresight, toasts, announcement }
  }
  const store = createStore<Drawn>(now)
  let held = false
  let waiting: (() => void)[] = []

  function draw(): void {
    held = false
    const shown = store.getState()
    const next = now()
    if (KEYS.some((key) => next[key] !== shown[key])) store.setState(next, true)
    const due = waiting
    waiting = []
    for (const work of due) work()
  }

  /** Draws, unless the text must be seen first. */
  function follow(): void {
    if (held) return
    const { opened, document: open, change, projection } = document.getState()
    const shown = store.getState().document
    const crowded = (shown.projection?.view.nodes.length ?? 0) >= many
    // What is made of the change is on its way: it is drawn together with it.
    const lags = change !== null && isSeenFirst(change.origin) && projection?.revision !== open?.revision
    if ((crowded || lags) && opened === shown.opened && open?.text !== shown.document?.text && change?.origin !== 'inspector') hold()
    else draw()
  }

  function hold(): void {
    held = true
    // Work that is asked for within a frame, with no time to wait, is done after it was painted.
    host.frame(() => host.after(0, () => held && draw()))
  }

  const stops = [
    document.subscribe(({ opened, change }, before) => {
      if (opened !== before.opened || (change !== before.change && change?.origin === 'inspector')) draw()
      else follow()
    }),
    layout.subscribe(follow),
    tabs.subscribe(follow),
    view.subscribe((state, before) => {
      // Whoever is asked to show or to focus something must have drawn it.
      if (state.requests !== before.requests) {
        document.catchUp()
        draw()
      } else if (OF_VIEW.some((key) => state[key] !== before[key])) follow()
    }),
  ]
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    onceDrawn(work) {
      if (held) waiting.push(work)
      else work()
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
