import { ContextMenu } from 'radix-ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Keys } from '../shell/parts/index.ts'
import { useDocument, useSession, useTabs, useWorkspace } from '../state/index.ts'
import { copyPath } from './copyPath.ts'
import { FileIcon } from './FileIcon.tsx'
import type { TreeRow } from './treeOf.ts'

type Props = {
  readonly row: Extract<TreeRow, { type: 'file' }>
  readonly reachable: boolean
  readonly renaming: boolean
  readonly dragged: boolean
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly wasDrag: () => boolean
  readonly onFocus: () => void
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly onRename: () => void
  /** Why the file cannot be called that; null when it can. */
  readonly faultOf: (name: string) => string | null
  /** The new name, or null for the old one. */
  readonly onRenamed: (name: string | null) => Promise<void>
  readonly onRemove: () => void
}

export function FileRow({ row, reachable, renaming, dragged, onPointerDown, wasDrag, onFocus, onKey, onRename, faultOf, onRenamed, onRemove }: Props) {
  const session = useSession()
  const { files: work, folder } = session
  const { file } = row
  const { path } = file
  const open = useDocument((state) => state.path === path)
  const unsaved = useTabs((state) => state.tabs.some((tab) => tab.path === path && tab.mark !== 'clean'))
  const elsewhere = useWorkspace((state) => state.elsewhere.get(path) === 'dirty')
  const indent = { paddingLeft: 8 + row.depth * 16 }

  if (renaming) {
    return (
      <div className="file" role="none" style={indent}>
        <FileIcon file={file} />
        <NameField name={row.name} faultOf={faultOf} onDone={onRenamed} />
      </div>
    )
  }
  const errors = file.problems?.errors ?? 0
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild>
        <div
          className="file"
          role="treeitem"
          aria-level={row.depth + 1}
          aria-selected={open}
          aria-current={open ? 'page' : undefined}
          tabIndex={reachable ? 0 : -1}
          title={file.unreadable ?? titleOf(file)}
          data-row={path}
          data-testid={`file-${path}`}
          data-dragged={dragged || undefined}
          style={indent}
          onPointerDown={onPointerDown}
          onClick={() => !wasDrag() && void work.open(path)}
          onFocus={onFocus}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') void work.open(path)
            else if (event.key === 'F2') onRename()
            else if (event.key === 'Delete') onRemove()
            else if (!onKey(event)) return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          <FileIcon file={file} />
          <span className="clip grow">{row.name}</span>
          {unsaved && <i className="file-dot" role="img" aria-label="unsaved" />}
          {elsewhere && !unsaved && <i className="file-dot file-dot-elsewhere" role="img" aria-label="unsaved in another tab" />}
          {errors > 0 && (
            <span className="file-problems" role="img" aria-label={errors === 1 ? '1 error' : `${errors} errors`}>
              {errors}
            </span>
          )}
        </div>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        {/* The field that renames takes the focus itself. */}
        <ContextMenu.Content className="menu" onCloseAutoFocus={(event) => event.preventDefault()}>
          <ContextMenu.Item className="menu-item" onSelect={() => void work.open(path)}>Open in a tab</ContextMenu.Item>
          <ContextMenu.Separator className="menu-rule" />
          <ContextMenu.Item className="menu-item" onSelect={() => setTimeout(onRename)}>
            <span className="grow">Rename</span>
            <Keys keys={['F2']} />
          </ContextMenu.Item>
          <ContextMenu.Item className="menu-item" onSelect={() => void folder.duplicate(path)}>Duplicate</ContextMenu.Item>
          <ContextMenu.Item className="menu-item" onSelect={() => void copyPath(session, path)}>Copy path</ContextMenu.Item>
          <ContextMenu.Separator className="menu-rule" />
          <ContextMenu.Item className="menu-item" onSelect={onRemove}>
            <span className="grow">Move to the trash</span>
            <Keys keys={['Delete']} />
          </ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

/** The path, and what its schedule has to say. A time that has passed is not the next one any more. */
function titleOf({ path, next_run: next, schedule_notice: notice }: Props['row']['file']): string {
  return [path, ...(next !== undefined && Date.parse(next) > Date.now() ? [`Next run: ${new Date(next).toLocaleString()}`] : []), ...(notice === undefined ? [] : [`${new Date(notice.at).toLocaleString()}: ${notice.message}`])].join('\n')
}

type NameFieldProps = { readonly name: string } & Pick<Props, 'faultOf'> & { readonly onDone: Props['onRenamed'] }

/** What is typed is judged as it is typed; a name that the file cannot have is never taken, and never lost. */
function NameField({ name, faultOf, onDone }: NameFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const busy = useRef(false)
  const [typed, setTyped] = useState(name)
  const fault = faultOf(typed)
  const end = async (value: string | null): Promise<void> => {
    if (busy.current || (value !== null && fault !== null)) return
    busy.current = true
    await onDone(value)
    busy.current = false
  }
  useEffect(() => {
    field.current?.focus()
    // The ending stays, unless the user wants it: it says the format.
    field.current?.setSelectionRange(0, name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length)
  }, [name])
  return (
    <span className="file-naming">
      <input
        ref={field}
        className="input file-name"
        data-own-undo=""
        data-testid="file-name"
        aria-label={`New name of ${name}`}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : id}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void end(typed)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') void end(typed)
          if (event.key === 'Escape') void end(null)
        }}
      />
      {fault !== null && <span id={id} className="file-name-wrong" role="alert" data-testid="file-name-wrong">{fault}</span>}
    </span>
  )
}
