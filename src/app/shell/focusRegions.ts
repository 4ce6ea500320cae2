import type { Session } from '../state/index.ts'

/** The parts of the page that F6 walks through, in their order on it. */
const REGIONS = ['top', 'files', 'canvas', 'text', 'inspector', 'bottom', 'messages'] as const
export type RegionName = (typeof REGIONS)[number]

const TABBABLE = 'a[href], button:not([tabindex="-1"]), input:not([tabindex="-1"]), select, textarea:not([tabindex="-1"]), [tabindex="0"]'

/** Where the keyboard was last in each part. */
const last = new WeakMap<Element, HTMLElement>()

/** Remembers where the keyboard is in each part of the page; gives back how to stop. */
export function rememberFocus(): () => void {
  const seen = ({ target }: FocusEvent) => {
    const region = target instanceof HTMLElement && target.closest('[data-region]')
    if (region) last.set(region, target)
  }
  window.addEventListener('focusin', seen)
  return () => window.removeEventListener('focusin', seen)
}

/** Moves the keyboard to a part of the page, or to the next or previous one that there is. */
export function goToRegion(session: Session, to: RegionName | 1 | -1): void {
  const shown = REGIONS.flatMap((name) => {
    const element = document.querySelector(`[data-region="${name}"]`)
    return element && isShown(element) ? [{ name, element }] : []
  })
  if (typeof to === 'string') {
    open(session, to)
    const wanted = shown.find(({ name }) => name === to)
    if (wanted) return enter(session, wanted)
    // It has to be drawn first.
    setTimeout(() => {
      const element = document.querySelector(`[data-region="${to}"]`)
      if (element) enter(session, { name: to, element })
    }, 0)
    return
  }
  const here = shown.findIndex(({ element }) => element.contains(document.activeElement))
  const next = shown[here < 0 ? (to === 1 ? 0 : shown.length - 1) : (here + to + shown.length) % shown.length]
  if (next) enter(session, next)
}

function open({ view }: Session, name: RegionName): void {
  if (name === 'files') view.dispatch({ type: 'panel', panel: 'left', open: true })
  if (name === 'text' || name === 'inspector') view.dispatch({ type: 'panel', panel: 'right', open: true })
}

function enter(session: Session, { name, element }: { readonly name: RegionName; readonly element: Element }): void {
  const known = last.get(element)
  if (name === 'text') return session.view.dispatch({ type: 'request', request: { type: 'focusText' } })
  // A node that is selected is where the work goes on, wherever on the canvas the keyboard was.
  if (name === 'canvas' && (session.view.getState().selection.nodes.length > 0 || known?.dataset['testid'] === 'canvas') && session.document.getState().path !== null) return enterCanvas(session)
  if (known?.isConnected && element.contains(known) && isShown(known)) return known.focus()
  if (name === 'canvas' && session.document.getState().path !== null) return enterCanvas(session)
  const first = [...element.querySelectorAll<HTMLElement>(TABBABLE)].find(isShown)
  if (first) return first.focus()
  if (element instanceof HTMLElement) element.focus()
}

/** The node that is selected, else the first: arrow keys go on from there. */
function enterCanvas({ document: store, view }: Session): void {
  const nodes = store.getState().projection?.view.nodes ?? []
  const key = view.getState().selection.nodes.at(-1) ?? nodes[0]?.key
  view.dispatch({ type: 'request', request: key === undefined ? { type: 'focusCanvas' } : { type: 'revealNode', key, focus: true } })
}

function isShown(element: Element): boolean {
  return element.closest('[inert]') === null && element.getClientRects().length > 0
}
