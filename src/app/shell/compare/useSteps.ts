import { useCallback, useEffect, useRef, type RefObject } from 'react'

export type Steps = { readonly go: (step: 1 | -1) => void }

/** Goes from one change to the next (F7) or the one before (Shift+F7): the keyboard moves with the eye. */
export function useSteps(body: RefObject<HTMLElement | null>): Steps {
  const at = useRef(-1)
  const go = useCallback((step: 1 | -1) => {
    const changes = [...(body.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
    if (changes.length === 0) return
    const focused = changes.findIndex((change) => change.contains(document.activeElement))
    const from = focused >= 0 ? focused : at.current
    const next = from < 0 && step < 0 ? changes.length - 1 : (from + step + changes.length) % changes.length
    at.current = next
    const change = changes[next]!
    change.focus({ preventScroll: true })
    change.scrollIntoView({ block: change.clientHeight > (body.current?.clientHeight ?? 0) ? 'start' : 'center' })
  }, [body])
  useEffect(() => {
    // Heard wherever the keyboard is: the stage lies over everything else.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F7') return
      event.preventDefault()
      go(event.shiftKey ? -1 : 1)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [go])
  return { go }
}
