import { DropdownMenu } from 'radix-ui'
import { KindTile } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'
import { useCanvas, useCanvasStore } from './canvasStore.ts'

/** A thread was let go over empty canvas: the kinds that could be at its other end. */
export function Offer() {
  const { graph } = useSession()
  const canvas = useCanvasStore()
  const offer = useCanvas((state) => state.offer)
  if (!offer) return null
  const { from, at, client, side } = offer
  const close = () => canvas.setState({ offer: null })
  return (
    <DropdownMenu.Root open onOpenChange={(open) => !open && close()} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span className="offer-anchor" style={{ left: client.x, top: client.y }} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" side="bottom" sideOffset={4} onCloseAutoFocus={(event) => event.preventDefault()}>
          <DropdownMenu.Label className="menu-item menu-hint">Add and connect</DropdownMenu.Label>
          {graph.palette().map((kind) => (
            <DropdownMenu.Item
              key={kind.kind}
              className="menu-item"
              onSelect={() => {
                const point = { x: Math.round(side === 'source' ? at.x + 6 : at.x - 214), y: Math.round(at.y - 42) }
                graph.add(kind, side === 'source' ? { after: from, at: point } : { after: null, before: from, at: point })
                close()
              }}
            >
              <KindTile kind={kind.kind} small />
              {kind.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
