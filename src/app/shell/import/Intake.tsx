import { FileInput } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { late } from '../parts/index.ts'
import { useSession, useView } from '../../state/index.ts'
import { takeFiles, takeTexts } from './choose.ts'
import './import.css'

const ImportSheet = late('what takes files in', () => import('./ImportSheet.tsx').then((room) => room.ImportSheet))

/** Takes in what is dropped anywhere on the page, and what is pasted while no file is open. */
export function Intake() {
  const session = useSession()
  const sheet = useView((state) => (state.sheet?.type === 'import' ? state.sheet : null))
  const take = useCallback((files: readonly File[]) => void takeFiles(session, files), [session])
  const over = useDrop(take)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || session.document.getState().path !== null || session.view.getState().sheet !== null) return
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], [role="dialog"]')) return
      const files = [...(event.clipboardData?.files ?? [])]
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (files.length === 0 && text.trim() === '') return
      event.preventDefault()
      if (files.length > 0) void takeFiles(session, files)
      else void takeTexts(session, [{ name: '', text }])
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [session])
  return (
    <>
      {over && (
        <div className="drop-veil" data-testid="drop-veil">
          <div className="drop-words">
            <FileInput className="icon" aria-hidden="true" />
            <b>Drop to bring it in</b>
            <span>Workflows of Heddle come in as they are; files of GitHub Actions, Argo and Kestra as a skeleton.</span>
          </div>
        </div>
      )}
      {sheet && <ImportSheet incoming={sheet.incoming} onClose={() => session.view.dispatch({ type: 'sheet', sheet: null })} />}
    </>
  )
}

/** Is a file being dragged over the page? Heard before the panes, whose editors would take it as text. */
function useDrop(take: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // Left the window, not only one element for the next.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    const options = { capture: true }
    window.addEventListener('dragenter', drag, options)
    window.addEventListener('dragover', drag, options)
    window.addEventListener('dragleave', leave, options)
    window.addEventListener('drop', drop, options)
    return () => {
      window.removeEventListener('dragenter', drag, options)
      window.removeEventListener('dragover', drag, options)
      window.removeEventListener('dragleave', leave, options)
      window.removeEventListener('drop', drop, options)
    }
  }, [take])
  return over
}
