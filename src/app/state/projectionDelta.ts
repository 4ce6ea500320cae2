import type { GraphView, Projection } from '../../core/index.ts'

/**
 * A list as what became of the one before: places in it, from and up to which parts are the same, and
 * the parts that are new. Null when it is the same list.
 */
type Pieces<T> = readonly ({ readonly from: number; readonly to: number } | { readonly parts: readonly T[] })[] | null

/** A projection as what changed since the one before: what is the same is neither sent nor made again. */
export type ProjectionDelta = Omit<Projection, 'view'> & {
  readonly view: { readonly [Part in keyof GraphView]: Pieces<GraphView[Part][number]> }
}

const NOTHING: GraphView = { nodes: [], edges: [], levels: [] }

/** Parts of the view that are the same object as before are told by their place. */
export function deltaOf(previous: Projection | null, next: Projection): ProjectionDelta {
  const before = previous?.view ?? NOTHING
  const { view } = next
  return {
    ...next,
    view: { nodes: piecesOf(before.nodes, view.nodes), edges: piecesOf(before.edges, view.edges), levels: piecesOf(before.levels, view.levels) },
  }
}

/** The projection that a delta was made of. Parts that did not change are the objects of the previous one. */
export function applyDelta(previous: Projection | null, delta: ProjectionDelta): Projection {
  const before = previous?.view ?? NOTHING
  const { nodes, edges, levels } = delta.view
  const isSame = nodes === null && edges === null && levels === null
  return { ...delta, view: isSame ? before : { nodes: joined(before.nodes, nodes), edges: joined(before.edges, edges), levels: joined(before.levels, levels) } }
}

function piecesOf<T extends object>(before: readonly T[], after: readonly T[]): Pieces<T> {
  if (before === after) return null
  // Most of a list is as it was: only what lies between its beginning and its end is looked up.
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const places = new Map<T, number>()
  for (let place = start; place < before.length - end; place += 1) places.set(before[place]!, place)
  const pieces: ({ from: number; to: number } | { parts: T[] })[] = start > 0 ? [{ from: 0, to: start }] : []
  for (let at = start; at < after.length - end; at += 1) {
    const part = after[at]!
    const place = places.get(part)
    const last = pieces.at(-1)
    if (place === undefined) {
      if (last && 'parts' in last) last.parts.push(part)
      else pieces.push({ parts: [part] })
    } else if (last && 'to' in last && last.to === place) last.to += 1
    else pieces.push({ from: place, to: place + 1 })
  }
  if (end > 0) pieces.push({ from: before.length - end, to: before.length })
  return pieces
}

function joined<T>(before: readonly T[], pieces: Pieces<T>): readonly T[] {
  if (pieces === null) return before
  const parts: T[] = []
  for (const piece of pieces) {
    const more = 'parts' in piece ? piece.parts : before.slice(piece.from, piece.to)
    for (const part of more) parts.push(part)
  }
  return parts
}
