import { useState } from 'react'
import { useSession } from '../state/index.ts'

/** The node's id. Written when the field is left or Enter is pressed: half a name is no name to rename to. */
export function IdField({ node, id }: { readonly node: string; readonly id: string }) {
  const session = useSession()
  const [typed, setTyped] = useState(id)
  const [seen, setSeen] = useState(id)
  if (seen !== id) {
    setSeen(id)
    setTyped(id)
  }

  function rename(): void {
    const wanted = typed.trim()
    if (wanted === id || !session.graph.rename(node, wanted).ok) setTyped(id)
  }

  return (
    <input
      className="inspector-id"
      data-own-undo=""
      data-testid="field-id"
      aria-label="Id of the node"
      value={typed}
      style={{ width: `calc(${Math.max(typed.length, 3)}ch + 10px)` }}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={rename}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') {
          setTyped(id)
          event.stopPropagation()
        }
      }}
    />
  )
}
