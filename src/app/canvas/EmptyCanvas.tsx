import { ClipboardPaste, Upload } from 'lucide-react'
import { chooseFiles } from '../shell/import/choose.ts'
import { Keys } from '../shell/parts/index.ts'
import { STARTS } from '../shell/starts.ts'
import { useSession, useWorkspace } from '../state/index.ts'
import './EmptyCanvas.css'
import { StartPicture } from './StartPicture.tsx'

/** One of each way to work, and an empty one: there are more in the dialog for a new file. */
const SHOWN = STARTS.filter(({ id }) => ['steps', 'flow', 'tools', 'empty'].includes(id))

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
          {SHOWN.map(({ id, name, title, text, content }) => (
            <button key={id} type="button" className="empty-start" data-testid={`start-${id}`} onClick={() => void session.files.create(name, content)}>
              <StartPicture of={id} />
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
