import type { GraphView } from '../../core/index.ts'
import type { Direction, Positions } from '../state/index.ts'

export type Band = { readonly level: number; /** Where it begins along the graph, in canvas pixels. */ readonly start: number }

/** Half the room between two columns, less the reach of an eyelet; between rows there is room for a note, too. */
const BEFORE: { readonly [D in Direction]: number } = { right: 22, down: 40 }

/**
 * Where each level begins: at the column in which most of its nodes stand. Levels whose nodes were
 * moved so that they no longer follow one another are not drawn; where the graph was broken into rows none are.
 */
export function bandsOf(view: GraphView, positions: Positions, moved: ReadonlySet<string>, direction: Direction): readonly Band[] {
  const along = direction === 'right' ? 'x' : 'y'
  const bands: Band[] = []
  let last = -Infinity
  let first: number | undefined
  let farthest = -Infinity
  let isBroken = false
  view.levels.forEach((keys, level) => {
    const starts = keys.map((key) => (moved.has(key) ? undefined : positions.get(key)?.[along])).filter((start) => start !== undefined)
    const all = starts.length > 0 ? starts : keys.map((key) => positions.get(key)?.[along]).filter((start) => start !== undefined)
    const start = mostCommon(all)
    if (start === undefined) return
    if (starts.length > 0) {
      first ??= start
      // A further row begins where the first one did. A level that merely lags behind is left out below.
      if (start === first && start < farthest) isBroken = true
      farthest = Math.max(farthest, start)
    }
    if (start <= last) return
    last = start
    bands.push({ level: level + 1, start: start - BEFORE[direction] })
  })
  return isBroken ? [] : bands
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
