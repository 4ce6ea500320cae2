import { useReactFlow } from '@xyflow/react'
import { useEffect, type RefObject } from 'react'
import { copyText } from '../shell/parts/index.ts'
import { useSession, type Point, type Selection } from '../state/index.ts'

/**
 * Copy, cut and paste by the browser's own events: they carry the clipboard without asking for leave.
 * Heard while the keyboard is on the canvas, or nowhere and the pointer is over it.
 */
export function useClipboard(element: RefObject<HTMLDivElement | null>): void {
  const session = useSession()
  const flow = useReactFlow()

  useEffect(() => {
    const { core, document: file, graph, view } = session
    let pointer: Point | null = null
    const follow = ({ clientX, clientY }: PointerEvent) => {
      pointer = { x: clientX, y: clientY }
    }
    const ours = (event: ClipboardEvent): boolean => {
      const { target } = event
      const plane = element.current
      if (!plane || event.defaultPrevented || !(target instanceof Element)) return false
      if (target.closest('input, textarea, [contenteditable], [role="dialog"]')) return false
      // Words that are marked somewhere are what is to be copied.
      if (event.type !== 'paste' && (window.getSelection()?.toString() ?? '') !== '') return false
      return plane.contains(target) || (target === document.body && plane.matches(':hover'))
    }
    const copy = (event: ClipboardEvent) => {
      if (!ours(event)) return
      const reason = event.type === 'cut' ? graph.readOnly() : null
      if (reason !== null) return view.dispatch({ type: 'toast', tone: 'error', text: reason })
      if (core.reader() === null) {
        // What is to be copied can be told in a moment: the clipboard is still open to the page then.
        event.preventDefault()
        const { selection } = view.getState()
        return file.whenRead(() => void copyLate(selection, event.type === 'cut'))
      }
      const text = event.type === 'cut' ? graph.cutSelected() : graph.copySelected()
      if (text === '') return view.dispatch({ type: 'announce', text: 'Nothing is selected that could be copied.' })
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
      // What had the focus may be gone.
      if (event.type === 'cut') element.current?.focus({ preventScroll: true })
    }
    const copyLate = async (selection: Selection, cut: boolean) => {
      const { opened } = file.getState()
      const text = graph.copySelected(selection.nodes)
      if (text === '') return view.dispatch({ type: 'announce', text: 'Nothing is selected that could be copied.' })
      const copied = await copyText(session, text, { instead: 'Press the keys once more.' })
      // What is selected by now was not copied.
      if (cut && copied && file.getState().opened === opened && view.getState().selection === selection) graph.cutSelected()
    }
    const paste = (event: ClipboardEvent) => {
      if (!ours(event)) return
      event.preventDefault()
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const reason = graph.readOnly()
      if (reason !== null) return view.dispatch({ type: 'toast', tone: 'error', text: reason })
      if (text.trim() === '') return view.dispatch({ type: 'toast', tone: 'error', text: 'The clipboard holds no text. Copy nodes, or YAML or JSON of nodes, first.' })
      graph.paste(text, pointerOnPlane())
    }
    /** Over the canvas the nodes go where the pointer is; else beside the originals. */
    const pointerOnPlane = (): Point | undefined => {
      const under = pointer && document.elementFromPoint(pointer.x, pointer.y)
      const pane = under?.closest('.react-flow__pane') ?? null
      // A pointer that rests on a node has not been moved to where the paste is to go.
      if (!pointer || !pane || !element.current?.contains(pane) || under?.closest('.react-flow__node')) return undefined
      return flow.screenToFlowPosition(pointer)
    }
    window.addEventListener('pointermove', follow, { passive: true })
    window.addEventListener('copy', copy)
    window.addEventListener('cut', copy)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('copy', copy)
      window.removeEventListener('cut', copy)
      window.removeEventListener('paste', paste)
    }
  }, [element, session, flow])
}
