import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'

const GRID = 24

/** The ground: short upright ticks, like a warp. Fewer of them from afar. A pan moves it without drawing it anew. */
export function Ticks() {
  const element = useRef<HTMLDivElement>(null)
  const store = useStoreApi()
  useEffect(() => {
    let drawn = 0
    const follow = ([x, y, zoom]: readonly [number, number, number]) => {
      const ground = element.current
      if (!ground) return
      let step = GRID * zoom
      while (step < 16) step *= 2
      if (drawn !== step) {
        drawn = step
        ground.style.setProperty('--step', `${step}px`)
      }
      // A step beyond the edge on each side, so that it can be moved by less than a step.
      const rest = (value: number) => ((value % step) + step) % step
      ground.style.transform = `translate(${rest(x + 12 * zoom)}px, ${rest(y)}px)`
    }
    follow(store.getState().transform)
    return store.subscribe(({ transform }, before) => {
      if (transform !== before.transform) follow(transform)
    })
  }, [store])
  return (
    <div className="ground" aria-hidden="true">
      <div ref={element} className="ticks" />
    </div>
  )
}
