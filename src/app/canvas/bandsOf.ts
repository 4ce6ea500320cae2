import type { GraphView } from '../../core/index.ts'
import type { Positions } from '../state/index.ts'

export type Band = { readonly level: number; /** Where it begins, in canvas pixels. */ readonly x: number }

/** Half the room between two columns, less the reach of an eyelet. */
const BEFORE = 22

/**
 * Where each level begins: at the column in which most of its nodes stand. Levels whose nodes were
 * moved so that they no longer follow one another are not drawn.
 */
export function bandsOf(view: GraphView, positions: Positions, moved: ReadonlySet<string>): readonly Band[] {
  const bands: Band[] = []
  let last = -Infinity
  view.levels.forEach((keys, level) => {
    const xs = keys.map((key) => (moved.has(key) ? undefined : positions.get(key)?.x)).filter((x) => x !== undefined)
    const all = xs.length > 0 ? xs : keys.map((key) => positions.get(key)?.x).filter((x) => x !== undefined)
    const x = mostCommon(all)
    if (x === undefined || x <= last) return
    last = x
    bands.push({ level: level + 1, x: x - BEFORE })
  })
  return bands
}

function mostCommon(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: number | undefined
  let most = 0
  for (const [value, count] of counts) {
    if (count > most || (count === most && best !== undefined && value < best)) {
      best = value
      most = count
    }
  }
  return best
}
