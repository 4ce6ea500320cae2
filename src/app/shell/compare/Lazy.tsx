import { useEffect, useRef, useState, type ReactNode } from 'react'

const ROW = 20

/** Draws its rows when they come near the visible part, and keeps their room until then. */
export function Lazy({ rows, children }: { readonly rows: number; readonly children: () => ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(rows <= 40)
  useEffect(() => {
    if (near || !place.current) return
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
    }, { rootMargin: '800px' })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [near])
  return near ? children() : <div ref={place} style={{ height: rows * ROW }} />
}

const CHUNK = 200

/** The numbers below `count`, in chunks that are drawn when they come near. */
export function LazyRows({ count, children }: { readonly count: number; readonly children: (index: number) => ReactNode }) {
  if (count <= CHUNK) return Array.from({ length: count }, (_, index) => children(index))
  return Array.from({ length: Math.ceil(count / CHUNK) }, (_, chunk) => {
    const from = chunk * CHUNK
    const rows = Math.min(CHUNK, count - from)
    return (
      <Lazy key={from} rows={rows}>
        {() => Array.from({ length: rows }, (__, index) => children(from + index))}
      </Lazy>
    )
  })
}
