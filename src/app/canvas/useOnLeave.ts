import { useEffect, useRef } from 'react'

/** Does something when a component leaves the page, with what it saw last. Not in the middle of a drawing, which may not change what it draws. */
export function useOnLeave(work: () => void): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => () => queueMicrotask(() => latest.current()), [])
}
