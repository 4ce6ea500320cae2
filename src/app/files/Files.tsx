import { FolderPlus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { faultOfNewName } from '../../protocol/index.ts'
import { Button } from '../shell/parts/index.ts'
import { STARTS } from '../shell/starts.ts'
import { useDocument, useSession, useWorkspace } from '../state/index.ts'
import './Files.css'
import { FileRow } from './FileRow.tsx'
import { FileDialogs } from './FileDialogs.tsx'
import { FolderRow } from './FolderRow.tsx'
import { FileIcon } from './FileIcon.tsx'
import { useMoveByDrag } from './useMoveByDrag.ts'
import { keyOf, useTree } from './useTree.ts'

/** The workflow files of the folder. */
export function Files() {
  const { files: work, folder, workspace } = useSession()
  const files = useWorkspace((state) => state.files)
  const status = useWorkspace((state) => state.status)
  const error = useWorkspace((state) => state.error)
  const name = useWorkspace((state) => state.name)
  const truncated = useWorkspace((state) => state.truncated)
  const open = useDocument((state) => state.path)
  const list = useRef<HTMLDivElement>(null)
  const tree = useTree(files, open, list)
  const renaming = useWorkspace(({ dialog }) => (dialog?.type === 'rename' && dialog.inList ? dialog.path : null))
  const setRenaming = (path: string | null) => workspace.dispatch({ type: 'dialog', dialog: path === null ? null : { type: 'rename', path, inList: true } })
  const drag = useMoveByDrag(list)

  const pathOf = (from: string, name: string) => `${folderOf(from)}${name.trim()}`

  /** The field stays, with what was typed, until the file has its new name, or the old one is kept. */
  async function rename(from: string, name: string | null): Promise<void> {
    const to = name === null ? from : pathOf(from, name)
    if (to !== from && !(await folder.rename(from, to))) return
    setRenaming(null)
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(name === null ? from : to)}"]`)?.focus()
  }

  return (
    <nav className="files" aria-label="Files">
      <div className="files-head">
        <h2 className="grow">Files</h2>
        <Button small icon label="New workflow" onClick={() => workspace.dispatch({ type: 'dialog', dialog: { type: 'new', folder: folderOf(tree.reachable) } })}>
          <Plus className="icon icon-14" />
        </Button>
      </div>
      {status === 'failed' && (
        <div className="files-note" role="alert">
          {error}{' '}
          <button type="button" className="link" onClick={() => void work.loadWorkspace()}>Try again</button>
        </div>
      )}
      {status === 'ready' && files.length === 0 && (
        <>
          <div className="files-note">
            No workflow files in <code>{name}</code> yet. Heddle looks for YAML and JSON here and below.
          </div>
          <Examples />
        </>
      )}
      {tree.rows.length > 0 && (
        <div
          className="files-list"
          role="tree"
          aria-label="Workflow files"
          ref={list}
          data-drop={drag.target === '' || undefined}
        >
          {tree.rows.map((row) =>
            row.type === 'folder' ? (
              <FolderRow
                key={keyOf(row)}
                row={row}
                open={!tree.closed.has(row.path)}
                reachable={tree.reachable === row.path}
                target={drag.target === row.path}
                onToggle={() => tree.setOpen(row.path, tree.closed.has(row.path))}
                onFocus={() => tree.setCurrent(row.path)}
                onKey={(event) => tree.move(event, row)}
              />
            ) : (
              <FileRow
                key={keyOf(row)}
                row={row}
                reachable={tree.reachable === row.file.path}
                renaming={renaming === row.file.path}
                dragged={drag.dragged === row.file.path}
                onPointerDown={(event) => drag.start(event, row.file.path)}
                wasDrag={drag.wasDrag}
                onFocus={() => tree.setCurrent(row.file.path)}
                onKey={(event) => tree.move(event, row)}
                onRename={() => setRenaming(row.file.path)}
                faultOf={(to) => (pathOf(row.file.path, to) === row.file.path ? null : faultOfNewName(pathOf(row.file.path, to), { taken: new Set(files.map(({ path }) => path)) }))}
                onRenamed={(to) => rename(row.file.path, to)}
                onRemove={() => {
                  tree.focus(tree.neighbour(row))
                  void folder.remove(row.file.path)
                }}
              />
            ),
          )}
        </div>
      )}
      {truncated && <div className="files-note">There are more files than are listed. Start Heddle in a smaller folder to see them.</div>}
      <FileDialogs />
    </nav>
  )
}

/** An empty folder shows what a file may look like. */
function Examples() {
  const { files: work } = useSession()
  return (
    <section aria-label="Examples">
      <hr className="left-rule" />
      <div className="files-head">
        <h2 className="grow">Examples</h2>
      </div>
      <ul className="files-list">
        {STARTS.filter(({ example }) => example).map(({ id, name, content }) => (
          <li key={id}>
            <button type="button" className="file" onClick={() => void work.create(name, content)}>
              <FileIcon file={{ dialect: 'dag' }} />
              <span className="clip grow">{id}</span>
              <FolderPlus className="icon icon-14 file-take" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function folderOf(key: string | null): string {
  return key === null ? '' : key.slice(0, key.lastIndexOf('/') + 1)
}
