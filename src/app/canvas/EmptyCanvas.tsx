import { ClipboardPaste, Upload } from 'lucide-react'
import { chooseFiles } from '../shell/import/choose.ts'
import { Keys } from '../shell/parts/index.ts'
import { useSession, useWorkspace } from '../state/index.ts'
import './EmptyCanvas.css'
import { STARTS } from './starts.tsx'

/** No file is open: ways to start. */
export function EmptyCanvas() {
  const session = useSession()
  const status = useWorkspace((state) => state.status)
  const error = useWorkspace((state) => state.error)
  const opening = useWorkspace((state) => state.opening)
  if (status === 'loading' || opening !== null) return <div className="empty" data-testid="canvas" aria-busy="true" />
  return (
    <div className="empty" data-testid="canvas">
      <div className="ground" aria-hidden="true">
        <div className="ticks" />
      </div>
      <div className="empty-box">
        <h2>Start a workflow</h2>
        <p>{status === 'failed' ? error : 'It is a plain file in your folder. Draw it or write it: both stay in step.'}</p>
        <div className="empty-starts">
          {STARTS.map(({ name, title, text, Picture, content }) => (
            <button key={name} type="button" className="empty-start" data-testid={`start-${name}`} onClick={() => void session.files.create(`${name}.yaml`, content)}>
              <Picture />
              <b>{title}</b>
              <span>{text}</span>
            </button>
          ))}
        </div>
        <div className="empty-other">
          <span>
            <ClipboardPaste className="icon" aria-hidden="true" />
            Paste YAML or JSON <Keys keys={['Mod', 'V']} />
          </span>
          <button type="button" onClick={() => chooseFiles(session)}>
            <Upload className="icon" aria-hidden="true" />
            Drop a file, or choose one
          </button>
        </div>
      </div>
    </div>
  )
}
