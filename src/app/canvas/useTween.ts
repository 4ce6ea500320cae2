import { useEffect, useRef } from 'react'
import { useSession, type LayoutState, type Point } from '../state/index.ts'
import { useCanvasStore } from './canvasStore.ts'

const DURATION = 320
/** Above so many nodes they go at once: moving them would cost more frames than it has. */
const MOST = 300

/** Moves nodes to their new places when the layout is changed as a whole, or a move is undone. */
export function useTween(): void {
  const { layout } = useSession()
  const canvas = useCanvasStore()
  const frame = useRef(0)

  useEffect(() => {
    const stop = layout.subscribe((state, before) => {
      if (state.positions === before.positions || !animates(state, before)) return
      cancelAnimationFrame(frame.current)
      const from = new Map<string, Point>()
      for (const [key, to] of state.positions) {
        const was = canvas.getState().moving?.get(key) ?? before.positions.get(key)
        if (was && (was.x !== to.x || was.y !== to.y)) from.set(key, was)
      }
      if (from.size === 0 || from.size > MOST || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
        canvas.setState({ moving: null })
        return
      }
      // Until the first frame they stand where they were.
      canvas.setState({ moving: from })
      const start = performance.now()
      const step = (now: number) => {
        const t = Math.min(1, (now - start) / DURATION)
        if (t >= 1) return canvas.setState({ moving: null })
        const done = ease(t)
        const moving = new Map<string, Point>()
        for (const [key, was] of from) {
          const to = state.positions.get(key)!
          moving.set(key, { x: was.x + (to.x - was.x) * done, y: was.y + (to.y - was.y) * done })
        }
        canvas.setState({ moving })
        frame.current = requestAnimationFrame(step)
      }
      frame.current = requestAnimationFrame(step)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame.current)
    }
  }, [layout, canvas])
}

/** An arrangement, room that was made, an undone or redone move: not a drag, whose nodes are there already. */
function animates(state: LayoutState, before: LayoutState): boolean {
  return state.path === before.path && before.positions.size > 0 && state.glides !== before.glides
}

/** The curve of `--ease-in-out`, near enough: slow, quick, slow. */
function ease(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2
}
