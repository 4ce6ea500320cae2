import type { Page } from '@playwright/test'

export type Frames = {
  /** Frames a second: the median over windows of half a second. */
  readonly perSecond: number
  /** Milliseconds between two frames at worst. */
  readonly longest: number
}

export type Motion = 'pan' | 'drag' | 'watch'

/**
 * Moves the canvas, or the node nearest to its middle, a little with every frame, as a hand would, or
 * only looks on; and counts the frames. The events are made in the page, so that what is measured is
 * the page and not the way to it.
 */
export async function countFrames(page: Page, motion: Motion, milliseconds: number): Promise<Frames> {
  return page.evaluate(
    async ({ motion, milliseconds }) => {
      const pane = document.querySelector<HTMLElement>('.react-flow__pane')!
      const box = pane.getBoundingClientRect()
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const nodes = [...document.querySelectorAll<HTMLElement>('.react-flow__node')]
      const away = (node: HTMLElement) => {
        const { x, y, width, height } = node.getBoundingClientRect()
        return Math.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y)
      }
      const held = nodes.reduce((best, node) => (away(node) < away(best) ? node : best))
      const grip = held.getBoundingClientRect()
      const from = motion === 'drag' ? { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 } : middle
      const mouse = (target: EventTarget, type: string, x: number, y: number) =>
        target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window, clientX: x, clientY: y, button: 0, buttons: type === 'mouseup' ? 0 : 1 }))

      const times: number[] = []
      const moved = { x: 0, y: 0 }
      const pan = (x: number, y: number) => {
        moved.x += x
        moved.y += y
        pane.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: middle.x, clientY: middle.y, deltaX: x, deltaY: y }))
      }
      if (motion === 'drag') mouse(held.firstElementChild ?? held, 'mousedown', from.x, from.y)
      await new Promise<void>((resolve) => {
        let began = NaN
        let step = 0
        function frame(now: number) {
          if (Number.isNaN(began)) began = now
          times.push(now)
          step += 1
          const angle = step / 20
          if (motion === 'pan') pan(12 * Math.cos(angle), 12 * Math.sin(angle))
          if (motion === 'drag') mouse(window, 'mousemove', from.x + 80 * Math.sin(angle), from.y + 80 * (1 - Math.cos(angle)))
          if (now - began < milliseconds) requestAnimationFrame(frame)
          else resolve()
        }
        requestAnimationFrame(frame)
      })
      if (motion === 'drag') mouse(window, 'mouseup', from.x, from.y)
      // Back to where it began: page after page of frames would lead out of the graph.
      if (motion === 'pan') pan(-moved.x, -moved.y)

      const [first = 0] = times
      const windows: number[] = []
      for (let start = first; start + 500 <= times.at(-1)!; start += 500) windows.push(times.filter((time) => time >= start && time < start + 500).length * 2)
      windows.sort((a, b) => a - b)
      return { perSecond: windows[Math.floor(windows.length / 2)] ?? 0, longest: Math.max(...times.slice(1).map((time, i) => time - times[i]!)) }
    },
    { motion, milliseconds },
  )
}
