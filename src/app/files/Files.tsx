import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../shell/parts/index.ts'
import { useDocument, useSession, useWorkspace } from '../state/index.ts'
import { FileIcon } from './FileIcon.tsx'
import './Files.css'
import { NEW_DAG } from './starts.ts'
import { treeOf } from './treeOf.ts'

/** The workflow files of the folder. */
export function Files() {
  const { files: work } = useSession()
  const files = useWorkspace((state) => state.files)
  const status = useWorkspace((state) => state.status)
  const error = useWorkspace((state) => state.error)
  const name = useWorkspace((state) => state.name)
  const truncated = useWorkspace((state) => state.truncated)
  const open = useDocument((state) => state.path)
  const dirty = useDocument((state) => state.dirty)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => treeOf(files, closed), [files, closed])

  function toggle(path: string): void {
    const next = new Set(closed)
    if (!next.delete(path)) next.add(path)
    setClosed(next)
  }

  return (
    <nav className="files" aria-label="Files">
      <div className="files-head">
        <h2 className="grow">Files</h2>
        <Button small icon label="New workflow" onClick={() => void work.create('workflow.yaml', NEW_DAG)}>
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
        <div className="files-note">
          No workflow files in <code>{name}</code> yet. Heddle looks for YAML and JSON here and below.
        </div>
      )}
      <ul className="files-list">
        {rows.map((row) =>
          row.type === 'folder' ? (
            <li key={row.path}>
              <button type="button" className="file" style={{ paddingLeft: 8 + row.depth * 16 }} aria-expanded={!closed.has(row.path)} onClick={() => toggle(row.path)}>
                {closed.has(row.path) ? <ChevronRight className="icon icon-14" aria-hidden="true" /> : <ChevronDown className="icon icon-14" aria-hidden="true" />}
                <span className="clip">{row.name}</span>
              </button>
            </li>
          ) : (
            <li key={row.file.path}>
              <button
                type="button"
                className="file"
                style={{ paddingLeft: 8 + row.depth * 16 }}
                aria-current={row.file.path === open ? 'page' : undefined}
                title={row.file.unreadable ?? row.file.path}
                data-testid={`file-${row.file.path}`}
                onClick={() => void work.open(row.file.path)}
              >
                <FileIcon file={row.file} />
                <span className="clip grow">{row.name}</span>
                {row.file.path === open && dirty && <i className="file-dot" aria-label="unsaved" />}
                <Problems errors={row.file.problems?.errors ?? 0} />
              </button>
            </li>
          ),
        )}
      </ul>
      {truncated && <div className="files-note">There are more files than are listed. Start Heddle in a smaller folder to see them.</div>}
    </nav>
  )
}

function Problems({ errors }: { readonly errors: number }) {
  if (errors === 0) return null
  return (
    <span className="file-problems" aria-label={errors === 1 ? '1 error' : `${errors} errors`}>
      {errors}
    </span>
  )
}
