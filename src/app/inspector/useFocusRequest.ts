import { useEffect, useRef, type RefObject } from 'react'
import { useView } from '../state/index.ts'

/** Moves the keyboard into the form when another pane asks for it. */
export function useFocusRequest(): RefObject<HTMLElement | null> {
  const body = useRef<HTMLElement>(null)
  const request = useView((state) => state.request)
  useEffect(() => {
    if (request?.type !== 'focusInspector') return
    const wanted = request.field === undefined ? '.form [data-testid^="field-"], .form [data-testid^="edge-"]' : `[data-testid="field-${CSS.escape(request.field)}"]`
    body.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [request])
  return body
}
