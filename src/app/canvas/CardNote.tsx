import { MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../state/index.ts'
import { useCanvas, useCanvasStore, useDistance } from './canvasStore.ts'
import { focusNode } from './focusNode.ts'
import { useIsThere } from './useIsThere.ts'
import { useOnLeave } from './useOnLeave.ts'

type Props = { readonly nodeKey: string; readonly id: string; readonly note: string | undefined }

/** The comment above a node in the text, drawn above it: a double click, or Enter, makes it a field. */
export function CardNote({ nodeKey, id, note }: Props) {
  const canvas = useCanvasStore()
  const { graph } = useSession()
  const noting = useCanvas((state) => state.noting === nodeKey)
  const near = useDistance() === 'near'
  if (noting) return <NoteField nodeKey={nodeKey} id={id} note={note ?? ''} />
  if (!near || !note) return null
  const edit = () => graph.noNotes() === null && canvas.setState({ noting: nodeKey })
  return (
    <button
      type="button"
      className="card-note nodrag"
      data-testid={`note-${id}`}
      aria-label={`Note of ${id}: ${note}. Enter edits it.`}
      title={note}
      onDoubleClick={(event) => {
        event.stopPropagation()
        edit()
      }}
      onClick={(event) => {
        // By keyboard; a single click selects the node as it does everywhere on it.
        if (event.detail === 0) edit()
      }}
    >
      <MessageSquareText className="icon icon-14" aria-hidden="true" />
      <span className="card-note-text">{note}</span>
    </button>
  )
}

function NoteField({ nodeKey, id, note }: { readonly nodeKey: string; readonly id: string; readonly note: string }) {
  const canvas = useCanvasStore()
  const { graph, document } = useSession()
  const [{ path }] = useState(() => document.getState())
  const isThere = useIsThere(nodeKey)
  const kept = JSON.stringify([path, nodeKey])
  const [text, setText] = useState(() => canvas.getState().notes.get(kept) ?? note)
  const field = useRef<HTMLTextAreaElement>(null)
  const done = useRef(false)
  const forget = () => canvas.setState(({ notes }) => ({ notes: without(notes, kept) }))
  const keep = () => canvas.setState(({ notes }) => ({ notes: new Map(notes).set(kept, text) }))

  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])

  // In a large graph only what is in view is drawn: a card that leaves it takes its field along. The words are
  // written then, as when the field is left; those that cannot be stand there again when the note is opened.
  useOnLeave(() => {
    if (done.current || text === note) return
    if (!isThere() || !graph.setNote(nodeKey, text).ok) return keep()
    forget()
    if (canvas.getState().noting === nodeKey) canvas.setState({ noting: null })
  })

  function finish(commit: boolean, back: boolean): void {
    if (done.current) return
    if (!isThere()) return commit && text !== note ? keep() : undefined
    if (commit && !graph.setNote(nodeKey, text).ok) {
      // The reason is told; the words stay, to be mended.
      if (back) field.current?.focus({ preventScroll: true })
      return
    }
    done.current = true
    forget()
    const plane = field.current?.closest<HTMLElement>('.canvas') ?? null
    canvas.setState({ noting: null })
    if (back) requestAnimationFrame(() => focusNode(plane, nodeKey))
  }

  return (
    <div className="card-note-edit nodrag nopan nowheel" onContextMenu={(event) => event.stopPropagation()}>
      <textarea
        ref={field}
        data-testid={`note-field-${id}`}
        aria-label={`Note of ${id}`}
        data-own-undo
        rows={Math.min(6, Math.max(2, text.split('\n').length))}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => finish(true, false)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') finish(false, true)
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            finish(true, true)
          }
        }}
      />
      <small>Ctrl+Enter keeps it, Esc gives up.</small>
    </div>
  )
}

function without(notes: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  if (!notes.has(key)) return notes
  const rest = new Map(notes)
  rest.delete(key)
  return rest
}
