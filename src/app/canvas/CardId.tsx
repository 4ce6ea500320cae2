import { useEffect, useRef, useState } from 'react'
import { useSession } from '../state/index.ts'
import { useCanvas, useCanvasStore } from './canvasStore.ts'
import { focusNode } from './focusNode.ts'
import { useIsThere } from './useIsThere.ts'
import { useOnLeave } from './useOnLeave.ts'

/** The id of a node; a double click, or F2, makes it a field. */
export function CardId({ nodeKey, id }: { readonly nodeKey: string; readonly id: string }) {
  const canvas = useCanvasStore()
  const { graph } = useSession()
  const renaming = useCanvas((state) => state.renaming === nodeKey)
  if (renaming) return <Rename nodeKey={nodeKey} id={id} />
  return (
    <span
      className="card-id clip"
      onDoubleClick={(event) => {
        event.stopPropagation()
        if (graph.readOnly() === null) canvas.setState({ renaming: nodeKey })
      }}
    >
      {id === '' ? <em>no id</em> : id}
    </span>
  )
}

function Rename({ nodeKey, id }: { readonly nodeKey: string; readonly id: string }) {
  const canvas = useCanvasStore()
  const { graph, drawn } = useSession()
  const [text, setText] = useState(id)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const isThere = useIsThere(nodeKey)

  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])

  // A card that is scrolled out of a large graph is not drawn any more: as when the field is left.
  useOnLeave(() => {
    if (text.trim() !== id) leave()
  })

  function leave(): void {
    if (done.current) return
    done.current = true
    if (isThere() && text.trim() !== '' && text.trim() !== id) graph.rename(nodeKey, text.trim())
    if (canvas.getState().renaming === nodeKey) canvas.setState({ renaming: null })
  }

  function finish(commit: boolean): void {
    if (done.current || !isThere()) return
    const wanted = text.trim()
    if (commit && wanted !== '' && wanted !== id && !graph.rename(nodeKey, wanted).ok) {
      // The reason is told; the words stay, to be mended.
      input.current?.focus({ preventScroll: true })
      return
    }
    done.current = true
    canvas.setState({ renaming: null })
    // A new id is a new node on the canvas: the keyboard goes there once it is drawn.
    const key = commit && wanted !== '' ? wanted : nodeKey
    const plane = input.current?.closest<HTMLElement>('.canvas') ?? null
    drawn.onceDrawn(() => requestAnimationFrame(() => focusNode(plane, key)))
  }

  return (
    <input
      ref={input}
      className="card-rename nodrag nopan"
      aria-label={`New id of ${id}`}
      data-own-undo
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      // A field has the menu of a field.
      onContextMenu={(event) => event.stopPropagation()}
      onBlur={leave}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') finish(true)
        if (event.key === 'Escape') finish(false)
      }}
    />
  )
}
