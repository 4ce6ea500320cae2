import type { GraphView } from '../../core/index.ts'
import { columnsOf } from './columns.ts'
import { crossings, exchange, type Joined, type Row } from './crossings.ts'

/** Sweeps in a row that bring nothing better before a start is given up. */
const PATIENCE = 4
const SWEEPS = 24
/** How often the search starts anew, by how many places there are: what takes a few milliseconds. */
const STARTS: readonly (readonly [places: number, starts: number])[] = [[60, 8], [250, 4], [1000, 2], [3000, 1]]
/** Beyond the last of them threads that run over several columns count only where they begin and end. */
const COARSE_SWEEPS = 8

/**
 * The order of the nodes in each column that lets few threads cross, from the top: barycentres (Sugiyama,
 * Tagawa and Toda 1981) swept to the right and to the left in turn, then neighbours exchanged while that
 * helps, from several starts of which the best is kept. A thread over several columns has a place in each
 * that it passes. The same graph gives the same order, and what may stand either way keeps that of the file.
 */
export function order(view: GraphView): readonly (readonly string[])[] {
  const names = view.nodes.map(({ key }) => key)
  const { rows, joined, starts } = placesOf(view)
  const found = starts > 0 ? search(rows, joined, starts) : coarse(rows, joined)
  const nodes = found.map((row) => row.filter((place) => place < names.length))
  return upright(nodes).map((row) => row.map((place) => names[place]!))
}

/** A place for each node, numbered as the nodes are, and for each column that a thread passes. */
function placesOf(view: GraphView): { readonly rows: readonly Row[]; readonly joined: Joined; readonly starts: number } {
  const columns = columnsOf(view)
  const column = view.nodes.map(({ key }) => columns.get(key) ?? 0)
  const index = new Map(view.nodes.map(({ key }, at) => [key, at]))
  const rows: number[][] = Array.from({ length: column.reduce((most, at) => Math.max(most, at), -1) + 1 }, () => [])
  column.forEach((at, node) => rows[at]!.push(node))
  const threads = new Map<string, readonly [from: number, to: number]>()
  let passed = 0
  for (const { from, to } of view.edges) {
    const [a, b] = [index.get(from), index.get(to)]
    // What leads back or stays in a column has no say in the order; what is doubled counts once.
    if (a === undefined || b === undefined || column[a]! >= column[b]! || threads.has(`${a}>${b}`)) continue
    threads.set(`${a}>${b}`, [a, b])
    passed += column[b]! - column[a]! - 1
  }
  const starts = STARTS.find(([places]) => view.nodes.length + passed <= places)?.[1] ?? 0
  const before: number[][] = view.nodes.map(() => [])
  const after: number[][] = view.nodes.map(() => [])
  const join = (from: number, to: number) => {
    after[from]!.push(to)
    before[to]!.push(from)
  }
  for (const [from, to] of threads.values()) {
    let last = from
    for (let at = column[from]! + 1; starts > 0 && at < column[to]!; at += 1) {
      const place = before.push([]) - 1
      after.push([])
      rows[at]!.push(place)
      join(last, place)
      last = place
    }
    join(last, to)
  }
  return { rows, joined: { before, after }, starts }
}

function search(first: readonly Row[], joined: Joined, starts: number): readonly Row[] {
  let best = first
  let fewest = Infinity
  for (let start = 0; start < starts && fewest > 0; start += 1) {
    const found = sweep(start < 2 ? first : first.map((row) => shuffled(row, start)), joined, start)
    if (found.count >= fewest) continue
    fewest = found.count
    best = found.rows
  }
  return best
}

/** One start: `turn` says which way is swept first. */
function sweep(first: readonly Row[], joined: Joined, turn: number): { readonly rows: readonly Row[]; readonly count: number } {
  let rows = first
  let best = first
  let fewest = crossings(first, joined)
  for (let round = 0, waited = 0; round < SWEEPS && waited < PATIENCE && fewest > 0; round += 1) {
    // In every second pair of sweeps those that want the same place change theirs: else they would never be tried.
    rows = exchange(swept(rows, joined, (round + turn) % 2 === 0, round % 4 > 1), joined)
    const count = crossings(rows, joined)
    if (count < fewest) {
      fewest = count
      best = rows
      waited = 0
    } else waited += 1
  }
  return { rows: best, count: fewest }
}

/** For graphs so large that crossings are not counted. */
function coarse(first: readonly Row[], joined: Joined): readonly Row[] {
  let rows = first
  for (let round = 0; round < COARSE_SWEEPS; round += 1) rows = swept(rows, joined, round % 2 === 0, false)
  return rows
}

/** Every column in turn ordered by the mean place of what it is joined to. */
function swept(rows: readonly Row[], joined: Joined, toRight: boolean, turned: boolean): readonly Row[] {
  // A place is a share of the column's height, so that columns of different lengths compare.
  const share = new Float64Array(joined.after.length)
  const settle = (row: Row) => {
    for (let at = 0; at < row.length; at += 1) share[row[at]!] = (at + 0.5) / row.length
  }
  rows.forEach(settle)
  const neighbours = toRight ? joined.before : joined.after
  const after = [...rows]
  for (let step = 1; step < rows.length; step += 1) {
    const at = toRight ? step : rows.length - 1 - step
    const row = turned ? after[at]!.toReversed() : [...after[at]!]
    for (const place of row) {
      const ends = neighbours[place]!
      if (ends.length === 0) continue
      let sum = 0
      // These stand in another column: what is written here is not read there.
      for (const end of ends) sum += share[end]!
      share[place] = sum / ends.length
    }
    // The sort is stable: places that want the same keep their order.
    after[at] = row.sort((a, b) => share[a]! - share[b]!)
    settle(after[at])
  }
  return after
}

/** In an order that has nothing to do with the one given, but is always the same (a linear congruential generator). */
function shuffled(row: Row, seed: number): Row {
  const mixed = [...row]
  let state = seed * 7919 + row.length
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    const kept = mixed[at]!
    mixed[at] = mixed[other]!
    mixed[other] = kept
  }
  return mixed
}

/** The whole upside down where that is nearer to the order of the file. */
function upright(rows: readonly Row[]): readonly Row[] {
  let kept = 0
  let turned = 0
  for (const row of rows) {
    for (let at = 1; at < row.length; at += 1) {
      if (row[at]! > row[at - 1]!) kept += 1
      else turned += 1
    }
  }
  return turned > kept ? rows.map((row) => row.toReversed()) : rows
}
