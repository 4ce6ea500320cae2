import { ChevronDown, ChevronRight } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import { useSession } from '../state/index.ts'
import type { TreeRow } from './treeOf.ts'

type Props = {
  readonly row: Extract<TreeRow, { type: 'folder' }>
  readonly open: boolean
  readonly reachable: boolean
  /** A file that is dragged would land here. */
  readonly target: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
  readonly onKey: (event: KeyboardEvent) => boolean
}

export function FolderRow({ row, open, reachable, target, onToggle, onFocus, onKey }: Props) {
  const { workspace } = useSession()
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild>
        <div
          className="file"
          role="treeitem"
          aria-expanded={open}
          aria-level={row.depth + 1}
          aria-selected={false}
          tabIndex={reachable ? 0 : -1}
          data-row={row.path}
          data-folder={row.path}
          data-drop={target || undefined}
          style={{ paddingLeft: 8 + row.depth * 16 }}
          onClick={onToggle}
          onFocus={onFocus}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') onToggle()
            else if (!onKey(event)) return
            event.preventDefault()
          }}
        >
          {open ? <ChevronDown className="icon icon-14" aria-hidden="true" /> : <ChevronRight className="icon icon-14" aria-hidden="true" />}
          <span className="clip">{row.name}</span>
        </div>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu">
          <ContextMenu.Item className="menu-item" onSelect={() => workspace.dispatch({ type: 'dialog', dialog: { type: 'new', folder: row.path } })}>New workflow here</ContextMenu.Item>
          <ContextMenu.Item className="menu-item" onSelect={onToggle}>{open ? 'Close the folder' : 'Open the folder'}</ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
