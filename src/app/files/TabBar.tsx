import { X } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Tip } from '../shell/parts/index.ts'
import { useSession, useTabs, useWorkspace, type Tab, type TabMark } from '../state/index.ts'
import { copyPath } from './copyPath.ts'
import { FileIcon } from './FileIcon.tsx'
import { tabNames } from './tabNames.ts'
import './TabBar.css'
import { useTabDrag } from './useTabDrag.ts'

/** The open files, in a row over all that shows one of them. */
export function TabBar() {
  const { files, openFiles } = useSession()
  const tabs = useTabs((state) => state.tabs)
  const active = useTabs((state) => state.active)
  const bar = useRef<HTMLUListElement>(null)
  const drag = useTabDrag(bar)
  const names = tabNames(tabs.map(({ path }) => path))

  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, tabs.length])

  function press(event: KeyboardEvent, path: string): void {
    const at = tabs.findIndex((tab) => tab.path === path)
    if (event.key === 'Delete') {
      event.preventDefault()
      event.stopPropagation()
      focusTab(tabs[at + 1]?.path ?? tabs[at - 1]?.path)
      void openFiles.close(path)
      return
    }
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[at + by]
    if (by === 0 || !next) return
    event.preventDefault()
    if (event.shiftKey) drag.move(path, at + by)
    else focusTab(next.path)
  }

  function focusTab(path: string | undefined): void {
    if (path !== undefined) bar.current?.querySelector<HTMLElement>(`[data-testid="tab-${CSS.escape(path)}"]`)?.focus()
  }

  if (tabs.length === 0) return null
  return (
    <nav className="file-tabs" aria-label="Open files">
      <ul className="file-tabs-list" ref={bar}>
        {tabs.map((tab) => (
          <ContextMenu.Root key={tab.path}>
            <ContextMenu.Trigger asChild>
              <li
                className="file-tab"
                data-active={tab.path === active || undefined}
                data-dragged={drag.dragged === tab.path || undefined}
                data-mark={tab.mark}
                onPointerDown={(event) => drag.start(event, tab.path)}
                onAuxClick={(event) => {
                  if (event.button !== 1) return
                  event.preventDefault()
                  void openFiles.close(tab.path)
                }}
              >
                <Name tab={tab} name={names.get(tab.path) ?? tab.path} active={tab.path === active} first={active === null && tab === tabs[0]} onOpen={() => !drag.wasDrag() && void files.open(tab.path)} onKeyDown={(event) => press(event, tab.path)} />
                <Tip text="Close" keys={['Alt', 'W']}>
                  <button type="button" className="file-tab-close" tabIndex={tab.path === active ? 0 : -1} aria-label={`Close ${tab.path}`} onClick={() => void openFiles.close(tab.path)}>
                    <X className="icon icon-14" aria-hidden="true" />
                  </button>
                </Tip>
              </li>
            </ContextMenu.Trigger>
            <TabMenu path={tab.path} alone={tabs.length === 1} />
          </ContextMenu.Root>
        ))}
      </ul>
    </nav>
  )
}

type NameProps = { readonly tab: Tab; readonly name: string; readonly active: boolean; readonly first: boolean; readonly onOpen: () => void; readonly onKeyDown: (event: KeyboardEvent) => void }

function Name({ tab: { path, mark }, name, active, first, onOpen, onKeyDown }: NameProps) {
  const file = useWorkspace((state) => state.files.find((each) => each.path === path))
  const said = sayMark(mark)
  return (
    <button
      type="button"
      className="file-tab-name"
      aria-current={active ? 'page' : undefined}
      tabIndex={active || first ? 0 : -1}
      title={said === null ? path : `${path}: ${said}`}
      data-testid={`tab-${path}`}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      {file && <FileIcon file={file} />}
      <span className="clip">{name}</span>
      {said !== null && <i className="file-tab-mark" role="img" aria-label={said} />}
    </button>
  )
}

function TabMenu({ path, alone }: { readonly path: string; readonly alone: boolean }) {
  const session = useSession()
  const { openFiles, folder, workspace } = session
  return (
    <ContextMenu.Portal>
      <ContextMenu.Content className="menu" onCloseAutoFocus={(event) => event.preventDefault()}>
        <ContextMenu.Item className="menu-item" onSelect={() => void openFiles.close(path)}>Close</ContextMenu.Item>
        <ContextMenu.Item className="menu-item" disabled={alone} onSelect={() => void openFiles.closeOthers(path)}>Close others</ContextMenu.Item>
        <ContextMenu.Item className="menu-item" onSelect={() => void openFiles.closeAll()}>Close all</ContextMenu.Item>
        <ContextMenu.Separator className="menu-rule" />
        <ContextMenu.Item className="menu-item" onSelect={() => void copyPath(session, path)}>Copy path</ContextMenu.Item>
        <ContextMenu.Item className="menu-item" onSelect={() => void folder.duplicate(path)}>Duplicate</ContextMenu.Item>
        <ContextMenu.Item className="menu-item" onSelect={() => workspace.dispatch({ type: 'dialog', dialog: { type: 'rename', path } })}>Rename…</ContextMenu.Item>
      </ContextMenu.Content>
    </ContextMenu.Portal>
  )
}

function sayMark(mark: TabMark): string | null {
  switch (mark) {
    case 'clean':
      return null
    case 'dirty':
      return 'unsaved edits'
    case 'clash':
      return 'changed on disk under unsaved edits'
    case 'gone':
      return 'gone from disk'
    case 'trouble':
      return 'cannot be read from disk'
  }
}
