import { useStore, useStoreApi } from '@xyflow/react'
import { memo, useEffect, useMemo, useRef } from 'react'
import type { GraphView } from '../../core/index.ts'
import { useLayout, useView, type Positions } from '../state/index.ts'
import { bandsOf } from './bandsOf.ts'

/** From one column, or row, to the next, in canvas pixels. */
const STRIDE = { right: 260, down: 164 } as const

/** The levels: what stands in one band may run at the same time. They follow a pan without being drawn anew. */
export const Bands = memo(function Bands({ view, positions }: { readonly view: GraphView; readonly positions: Positions }) {
  const element = useRef<HTMLDivElement>(null)
  const store = useStoreApi()
  const on = useView((state) => state.bands)
  const moved = useLayout((state) => state.moved)
  const direction = useLayout((state) => state.direction)
  const zoom = useStore((state) => state.transform[2])
  const bands = useMemo(() => (on && view.nodes.length > 0 ? bandsOf(view, positions, moved, direction) : []), [on, view, positions, moved, direction])
  // Lines that stand too close say nothing.
  const shown = bands.length > 0 && STRIDE[direction] * zoom >= 24

  useEffect(() => {
    const follow = ([x, y]: readonly [number, number, number]) => {
      if (element.current) element.current.style.transform = direction === 'right' ? `translateX(${Math.round(x)}px)` : `translateY(${Math.round(y)}px)`
    }
    follow(store.getState().transform)
    return store.subscribe(({ transform }, before) => {
      if (transform !== before.transform) follow(transform)
    })
  }, [store, direction, shown])

  if (!shown) return null
  return (
    <div className="bands" data-direction={direction} aria-hidden="true">
      <div ref={element} className="bands-moved">
        {bands.map(({ level, start }, index) => (
          <div key={level} className="band" data-first={index === 0 || undefined} style={{ transform: direction === 'right' ? `translateX(${Math.round(start * zoom)}px)` : `translateY(${Math.round(start * zoom)}px)` }}>
            {zoom >= 0.3 && <span>Level {level}</span>}
          </div>
        ))}
      </div>
    </div>
  )
})
