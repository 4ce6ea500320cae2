import { useStore } from '@xyflow/react'
import { useMemo } from 'react'
import type { GraphView } from '../../core/index.ts'
import { useLayout, useView, type Positions } from '../state/index.ts'
import { bandsOf } from './bandsOf.ts'

/** From one column to the next, in canvas pixels. */
const COLUMN = 260

/** The levels: what stands in one band may run at the same time. */
export function Bands({ view, positions }: { readonly view: GraphView; readonly positions: Positions }) {
  const on = useView((state) => state.bands)
  const moved = useLayout((state) => state.moved)
  const x = useStore((state) => state.transform[0])
  const zoom = useStore((state) => state.transform[2])
  const bands = useMemo(() => (on && view.nodes.length > 0 ? bandsOf(view, positions, moved) : []), [on, view, positions, moved])
  // Lines that stand too close say nothing.
  if (COLUMN * zoom < 24) return null
  return (
    <div className="bands" aria-hidden="true">
      {bands.map((band, index) => (
        <div key={band.level} className="band" data-first={index === 0 || undefined} style={{ transform: `translateX(${Math.round(band.x * zoom + x)}px)` }}>
          {zoom >= 0.3 && <span>Level {band.level}</span>}
        </div>
      ))}
    </div>
  )
}
