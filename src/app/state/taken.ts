import type { GraphEdge, Plan, RunState } from '../../core/index.ts'
import { isRunning, type RunStoreState } from './run.ts'

/** How an edge fared in the run that is shown. `count` and `budget` only where a run may take it several times. */
export type EdgeFate = {
  readonly taken: 'yes' | 'no' | undefined
  readonly count?: number
  /** How often the run that is shown may take it: the plan's word, not that of a text edited since. */
  readonly budget?: number
}

type EdgeEnds = Pick<GraphEdge, 'index'> & { readonly fromId: string; readonly toId: string; /** It leads to the end. */ readonly ends?: boolean }

const NEVER: EdgeFate = { taken: 'no' }
const UNKNOWN: EdgeFate = { taken: undefined }
const TAKEN: EdgeFate = { taken: 'yes' }

/**
 * Was the edge taken in the run that is shown? `no` is said only once the run is over: before that
 * nobody knows. Edges are told by their ends, so that the answer holds while the text is edited.
 */
export function edgeFate(state: RunStoreState, edge: EdgeEnds): EdgeFate {
  const run = state.current
  if (!run) return UNKNOWN
  if (run.plan?.kind === 'walk') return fateInWalk(run, run.plan, edge, isRunning(state))
  const { fromId, toId } = edge
  const source = Object.hasOwn(run.nodes, fromId) ? run.nodes[fromId]?.status : undefined
  const target = Object.hasOwn(run.nodes, toId) ? run.nodes[toId]?.status : undefined
  if (source === 'completed' && (target === 'running' || target === 'completed' || target === 'failed' || target === 'interrupted')) return TAKEN
  return isRunning(state) ? UNKNOWN : NEVER
}

const fates = new Map<string, EdgeFate>()

/** One object for what is the same, so that what is drawn of it stays. */
function fate(taken: EdgeFate['taken'], count: number, budget: number): EdgeFate {
  const key = `${taken} ${count} ${budget}`
  const known = fates.get(key)
  if (known) return known
  // More than a picture ever shows at once: what is dropped is made again.
  if (fates.size > 1000) fates.clear()
  const made: EdgeFate = { taken, count, budget }
  fates.set(key, made)
  return made
}

type WalkPlan = Extract<Plan, { readonly kind: 'walk' }>

function fateInWalk(run: RunState, plan: WalkPlan, edge: EdgeEnds, going: boolean): EdgeFate {
  const place = placesOf(plan).get(pair(edge.fromId, edge.ends ? null : edge.toId))?.[edge.index ?? 0]
  if (place === undefined) return going ? UNKNOWN : NEVER
  const count = run.taken[place] ?? 0
  return fate(count > 0 ? 'yes' : going ? undefined : 'no', count, plan.edges[place]!.max_iterations)
}

const places = new WeakMap<WalkPlan, ReadonlyMap<string, readonly number[]>>()

/** The places in the plan of the edges between two nodes, in the order in which they are tried. */
function placesOf(plan: WalkPlan): ReadonlyMap<string, readonly number[]> {
  const known = places.get(plan)
  if (known) return known
  const made = new Map<string, number[]>()
  for (const [place, { from, to }] of plan.edges.entries()) {
    const list = made.get(pair(from, to))
    if (list) list.push(place)
    else made.set(pair(from, to), [place])
  }
  places.set(plan, made)
  return made
}

function pair(from: string, to: string | null): string {
  return JSON.stringify([from.normalize('NFC'), to?.normalize('NFC') ?? null])
}
