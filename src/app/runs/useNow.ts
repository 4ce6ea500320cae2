import { useEffect, useState } from 'react'

/** The time, moving while `going`. Milliseconds since 1970. */
export function useNow(going: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!going) return undefined
    const tick = () => setNow(Date.now())
    const first = requestAnimationFrame(tick)
    const timer = setInterval(tick, 500)
    return () => {
      cancelAnimationFrame(first)
      clearInterval(timer)
    }
  }, [going])
  return now
}
