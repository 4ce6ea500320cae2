import type { Point, Positions } from '../state/index.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * The node that lies in a direction from another: near, and rather straight ahead than aside. Null
 * when there is none.
 */
export function neighbour(positions: Positions, keys: readonly string[], from: string, direction: Direction): string | null {
  const origin = positions.get(from)
  if (!origin) return null
  let best: string | null = null
  let least = Infinity
  for (const key of keys) {
    const point = positions.get(key)
    if (!point || key === from) continue
    const [ahead, aside] = split(origin, point, direction)
    // Within a cone of 60 degrees to each side.
    if (ahead <= 4 || aside > ahead * 1.8 + 20) continue
    const cost = ahead + aside * 2
    if (cost < least) {
      least = cost
      best = key
    }
  }
  return best
}

function split(origin: Point, point: Point, direction: Direction): readonly [number, number] {
  const dx = point.x - origin.x
  const dy = point.y - origin.y
  switch (direction) {
    case 'left':
      return [-dx, Math.abs(dy)]
    case 'right':
      return [dx, Math.abs(dy)]
    case 'up':
      return [-dy, Math.abs(dx)]
    case 'down':
      return [dy, Math.abs(dx)]
  }
}
