import { ClipboardPaste, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Keys } from '../shell/parts/index.ts'
import { useSession, useWorkspace } from '../state/index.ts'
import './EmptyCanvas.css'
import { nameFor } from './nameFor.ts'
import { STARTS } from './starts.tsx'

/** No file is open: ways to start. */
export function EmptyCanvas() {
  const session = useSession()
  const status = useWorkspace((state) => state.status)
  const error = useWorkspace((state) => state.error)
  const opening = useWorkspace((state) => state.opening)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() === '') return
      event.preventDefault()
      void session.files.create(nameFor(text, 'pasted'), text)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [session])

  function take(files: FileList | null): void {
    const [file] = files ?? []
    if (file) void file.text().then((text) => session.files.create(file.name, text))
  }

  if (status === 'loading' || opening !== null) return <div className="empty" data-testid="canvas" aria-busy="true" />
  return (
    <div
      className="empty"
      data-testid="canvas"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <svg className="ticks" aria-hidden="true">
        <pattern id="empty-ticks" width="24" height="24" x="12" patternUnits="userSpaceOnUse">
          <path d="M.5 9.5v5" stroke="var(--canvas-tick)" />
        </pattern>
        <rect width="100%" height="100%" fill="url(#empty-ticks)" />
      </svg>
      <div className="empty-box">
        <h2>Start a workflow</h2>
        <p>{status === 'failed' ? error : 'It is a plain file in your folder. Draw it or write it: both stay in step.'}</p>
        <div className="empty-starts">
          {STARTS.map(({ name, title, text, Picture, content }) => (
            <button key={name} type="button" className="start" data-testid={`start-${name}`} onClick={() => void session.files.create(`${name}.yaml`, content)}>
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
          <button type="button" onClick={() => input.current?.click()}>
            <Upload className="icon" aria-hidden="true" />
            Drop a file, or choose one
          </button>
          <input ref={input} type="file" aria-label="Workflow file" accept=".yaml,.yml,.json" hidden onChange={(event) => take(event.target.files)} />
        </div>
      </div>
    </div>
  )
}
