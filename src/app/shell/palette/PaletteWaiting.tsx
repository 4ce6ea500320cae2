import { Search } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useSession, useView } from '../../state/index.ts'
import './CommandPalette.css'
import type { PaletteProps } from './opening.ts'

/**
 * Stands where the palette will, from the key that opened it until the palette has come: what is typed
 * meanwhile is typed into the palette and not into what lies below, and Enter goes as soon as there is
 * something to go to.
 */
export function PaletteWaiting({ opening, onClose }: PaletteProps) {
  const { view } = useSession()
  const query = useView(({ palette }) => palette)
  const isOpen = query !== null
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    opening.begin()
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    return () => {
      // Closed, and not followed by the palette itself.
      if (view.getState().palette === null) opening.end()
    }
  }, [isOpen, opening, view])

  if (!isOpen) return null
  return (
    <>
      <div className="dialog-scrim" onPointerDown={onClose} />
      <div className="command-palette" role="dialog" aria-modal="true" aria-busy="true" aria-label="Find or do anything" data-testid="command-palette-waiting">
        <div className="command-query">
          <Search className="icon" aria-hidden="true" />
          <input
            ref={field}
            aria-label="Find or do anything"
            placeholder="Find or do anything"
            data-own-undo
            spellCheck={false}
            autoComplete="off"
            value={query}
            onChange={(event) => view.dispatch({ type: 'palette', query: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                onClose()
              } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                opening.enter()
              } else if (event.key !== 'Tab') {
                return
              }
              event.preventDefault()
            }}
          />
        </div>
        <div className="command-list"><p className="command-none" role="status">Loading…</p></div>
      </div>
    </>
  )
}
