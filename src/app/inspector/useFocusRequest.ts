import { useRef, type RefObject } from 'react'
import { useServing } from '../state/index.ts'

/** Moves the keyboard into the form when another pane asks for it. */
export function useFocusRequest(): RefObject<HTMLElement | null> {
  const body = useRef<HTMLElement>(null)
  useServing((request) => {
    if (request.type !== 'focusInspector') return
    const wanted = request.field === undefined ? '.form [data-testid^="field-"], .form [data-testid^="edge-"]' : `[data-testid="field-${CSS.escape(request.field)}"]`
    body.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, 'late')
  return body
}
