import { useState, type ReactNode } from 'react'
import { LazyRows } from './Lazy.tsx'

/** Lines shown on either side of a change. */
const CONTEXT = 3

type Props = {
  readonly count: number
  /** Nothing stands before it, or behind it. */
  readonly first: boolean
  readonly last: boolean
  readonly row: (index: number) => ReactNode
}

/** A stretch that is the same: a few lines beside its neighbours, the rest on request. */
export function Same({ count, first, last, row }: Props) {
  const [all, setAll] = useState(false)
  const head = first ? 0 : CONTEXT
  const tail = last ? 0 : CONTEXT
  const hidden = count - head - tail
  if (all || hidden <= 2) return <LazyRows count={count}>{row}</LazyRows>
  return (
    <>
      {Array.from({ length: head }, (_, index) => row(index))}
      <button type="button" className="cmp-more" onClick={() => setAll(true)}>
        Show {hidden} lines that are the same
      </button>
      {Array.from({ length: tail }, (_, index) => row(count - tail + index))}
    </>
  )
}
