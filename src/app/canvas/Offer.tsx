import { OctagonMinus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { PaletteKind } from '../../core/index.ts'
import { KindTile } from '../shell/parts/index.ts'
import { nodeSize, useLayout, useReader, useSession, type Point } from '../state/index.ts'
import { useCanvas, useCanvasStore, type Offered } from './canvasStore.ts'
import { focusNode } from './focusNode.ts'

/** Kinds are offered at a place: to be put on an edge, at the end of a thread that was let go, or there. */
export function Offer() {
  const { graph, view, drawn } = useSession()
  const canvas = useCanvasStore()
  const offer = useCanvas((state) => state.offer)
  const direction = useLayout((state) => state.direction)
  const reader = useReader()
  // What there is to offer is known once the reader has come.
  if (!offer || reader === null) return null
  const end = graph.end()

  function close(): void {
    canvas.setState({ offer: null })
    const plane = document.querySelector<HTMLElement>('.canvas')
    const last = view.getState().selection.nodes.at(-1)
    // After the menu is gone and what was added is drawn.
    drawn.onceDrawn(() => requestAnimationFrame(() => (last === undefined ? plane?.focus({ preventScroll: true }) : focusNode(plane, last))))
  }

  function take(kind: PaletteKind, { at: point, ...chosen }: Offered & { readonly at?: Point }): void {
    switch (chosen.type) {
      case 'insert':
        graph.insertOn(chosen.edge, kind)
        return
      case 'add':
        graph.add(kind, { after: null, ...(point && { at: centred(kind, point) }) })
        return
      case 'connect': {
        const at = point && beyond(kind, point, chosen.side)
        graph.add(kind, { ...(at && { at }), ...(chosen.side === 'source' ? { after: chosen.from } : { after: null, before: chosen.from }) })
        return
      }
    }
  }

  /** The pointer holds the eyelet that the thread hangs on. */
  function beyond(kind: PaletteKind, { x, y }: Point, side: 'source' | 'target'): Point {
    const { width, height } = sizeOf(kind)
    if (direction === 'right') return { x: Math.round(side === 'source' ? x + 6 : x - width - 6), y: Math.round(y - height / 2) }
    return { x: Math.round(x - width / 2), y: Math.round(side === 'source' ? y + 6 : y - height - 6) }
  }

  return (
    <DropdownMenu.Root open onOpenChange={(open) => !open && close()} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span className="offer-anchor" style={{ left: offer.client.x, top: offer.client.y }} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" data-testid="offer" align="start" side="bottom" sideOffset={4} onCloseAutoFocus={(event) => event.preventDefault()}>
          <DropdownMenu.Label className="menu-item menu-hint">{titleOf(offer)}</DropdownMenu.Label>
          {offer.type === 'connect' && offer.side === 'source' && end !== null && (
            <DropdownMenu.Item className="menu-item" disabled={graph.refuseEdge(offer.from, end) !== null} onSelect={() => void graph.connect(offer.from, end)}>
              <span className="tile tile-small" data-kind="branch" aria-hidden="true">
                <OctagonMinus className="icon" />
              </span>
              End the run
            </DropdownMenu.Item>
          )}
          {graph.palette().map((kind) => (
            <DropdownMenu.Item key={kind.kind} className="menu-item" onSelect={() => take(kind, offer)}>
              <KindTile kind={kind.kind} small />
              {kind.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function titleOf({ type }: Offered): string {
  switch (type) {
    case 'insert':
      return 'Insert between'
    case 'connect':
      return 'Add and connect'
    case 'add':
      return 'Add here'
  }
}

function sizeOf({ kind }: PaletteKind): { readonly width: number; readonly height: number } {
  return nodeSize({ key: '', id: '', kind, summary: '', index: 0 })
}

function centred(kind: PaletteKind, { x, y }: Point): Point {
  const { width, height } = sizeOf(kind)
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
}
