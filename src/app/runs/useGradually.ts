import { useEffect, useState } from 'react'

/** Rows that are drawn within one frame. */
const PORTION = 100

/** The first of the rows, and more with every frame: a list of thousands must not hold up what else is drawn. */
export function useGradually<T>(rows: readonly T[]): readonly T[] {
  const [count, setCount] = useState(PORTION)
  const isAll = count >= rows.length
  useEffect(() => {
    if (isAll) return undefined
    const frame = requestAnimationFrame(() => setCount(count + PORTION))
    return () => cancelAnimationFrame(frame)
  }, [count, isAll])
  return isAll ? rows : rows.slice(0, count)
}
