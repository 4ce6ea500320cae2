import { useReactFlow } from '@xyflow/react'
import { ContextMenu } from 'radix-ui'
import { useRef, useState, type ReactElement } from 'react'
import { Keys, KindTile } from '../shell/parts/index.ts'
import { useSession, type Point } from '../state/index.ts'
import { menuOf, type MenuEntry } from './menuOf.ts'
import { focusNode } from './focusNode.ts'

/** The actions on what is under the pointer, or under the keyboard, with their shortcuts; pointing at one shows what it would break. */
export function CanvasMenu({ children }: { readonly children: ReactElement }) {
  const session = useSession()
  const flow = useReactFlow()
  const [groups, setGroups] = useState<readonly (readonly MenuEntry[])[]>([])
  const ran = useRef<(() => void) | null>(null)

  function open(event: React.MouseEvent): void {
    const { target } = event
    if (!(target instanceof Element)) return
    const { view } = session
    const node = target.closest<HTMLElement>('.react-flow__node')?.dataset['id']
    const edge = target.closest<SVGElement>('.thread')?.dataset['key']
    const { selection } = view.getState()
    if (node !== undefined && !selection.nodes.includes(node)) view.dispatch({ type: 'select', nodes: [node] })
    if (edge !== undefined) view.dispatch({ type: 'selectEdge', edge })
    // By keyboard on the canvas itself the menu is about what is selected.
    const byKeyboard = event.button !== 2
    if (node === undefined && edge === undefined && !byKeyboard) view.dispatch({ type: 'select', nodes: [] })
    const at: Point = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    setGroups(menuOf(session, at))
  }

  function point(entry: MenuEntry | null): void {
    session.view.dispatch({ type: 'foresee', foresight: entry?.foresee?.() ?? null })
  }

  return (
    <ContextMenu.Root
      modal={false}
      onOpenChange={(next) => {
        if (!next) point(null)
      }}
    >
      <ContextMenu.Trigger asChild onContextMenu={open}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content
          className="menu canvas-menu"
          data-testid="canvas-menu"
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const plane = document.querySelector<HTMLElement>('.canvas')
            const key = session.view.getState().selection.nodes.at(-1)
            if (key !== undefined) focusNode(plane, key)
            else plane?.focus({ preventScroll: true })
            // After the focus is back, so that the action may place it.
            const run = ran.current
            ran.current = null
            if (run) setTimeout(run, 0)
          }}
        >
          {groups.map((group, index) => (
            <ContextMenu.Group key={group[0]?.id}>
              {index > 0 && <ContextMenu.Separator className="menu-rule" />}
              {group.map((entry) => (
                <Entry key={entry.id} entry={entry} point={point} choose={(run) => (ran.current = run)} />
              ))}
            </ContextMenu.Group>
          ))}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

type EntryProps = { readonly entry: MenuEntry; readonly point: (entry: MenuEntry | null) => void; readonly choose: (run: () => void) => void }

function Entry({ entry, point, choose }: EntryProps) {
  const { icon: Icon, label, keys, off, within } = entry
  const mark = typeof Icon === 'string' ? <KindTile kind={Icon} small /> : <Icon className="icon icon-14" aria-hidden="true" />
  if (within) {
    return (
      <ContextMenu.Sub>
        <ContextMenu.SubTrigger className="menu-item" disabled={off !== null} title={off ?? undefined}>
          {mark}
          <span className="grow">{label}</span>
          <span className="menu-hint" aria-hidden="true">›</span>
        </ContextMenu.SubTrigger>
        <ContextMenu.Portal>
          <ContextMenu.SubContent className="menu" sideOffset={4}>
            {within.map((each) => (
              <Entry key={each.id} entry={each} point={point} choose={choose} />
            ))}
          </ContextMenu.SubContent>
        </ContextMenu.Portal>
      </ContextMenu.Sub>
    )
  }
  return (
    <ContextMenu.Item
      className="menu-item"
      data-action={entry.id}
      // It stays reachable, so that the reason can be read.
      aria-disabled={off !== null || undefined}
      data-off={off !== null || undefined}
      title={off ?? undefined}
      onFocus={() => point(entry)}
      onBlur={() => point(null)}
      onSelect={(event) => {
        if (off !== null) event.preventDefault()
        else choose(entry.run)
      }}
    >
      {mark}
      <span className="grow">
        {label}
        {off !== null && <small className="menu-off">{off}</small>}
      </span>
      {keys && <Keys keys={keys} />}
    </ContextMenu.Item>
  )
}
