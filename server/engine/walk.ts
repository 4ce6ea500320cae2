import type { Json, RunError, WalkEdge, WalkEnd, WalkNode, WalkPlan } from '../../src/core/index.ts'
import { nodeFailed, type Ending } from './ending.ts'
import { fillCondition } from './templates.ts'
import type { WalkVisits } from './walk-visit.ts'

/** What a walk is started with. `time`: of the run's beginning, in milliseconds since 1970. */
export type WalkStart = { readonly trigger: Json; readonly time: number }

/**
 * Runs one node after another, along the first edge that holds and has budget left. Replays what the
 * log holds: the same visits, the same edges, so that budgets spent before a resume stay spent. Only
 * templates, records and the work of the nodes decide.
 */
export async function runWalk(plan: WalkPlan, start: WalkStart, visits: WalkVisits): Promise<Ending> {
  const flaw = findFlaw(plan)
  if (flaw !== null) return { type: 'failed', error: { message: flaw, kind: 'error' } }
  const nodes = new Map(plan.nodes.map((node) => [node.id, node]))
  const walk: Walk = {
    edges: edgesByNode(plan),
    taken: plan.edges.map(() => 0),
    variables: new Map<string, Json>([['trigger', start.trigger]]),
    visited: new Map(),
    time: start.time,
    hash: null,
  }
  let executions = 0
  let last: { readonly output: Json } | undefined
  let named: { readonly output: Json } | undefined
  for (let node = nodes.get(plan.entry)!; ; ) {
    if (visits.stopping) return { type: 'stopped' }
    if (isCounted(node)) {
      if (plan.max_node_executions !== null && executions >= plan.max_node_executions) return { type: 'failed', error: tooMany(plan.max_node_executions, node) }
      executions += 1
    }
    const number = (walk.visited.get(node.id) ?? 0) + 1
    walk.visited.set(node.id, number)
    if (node.work.type !== 'branch') {
      const outcome = await visits.visit(node, number, walk.variables, walk.hash)
      if (outcome === null) return { type: 'stopped' }
      walk.time = outcome.time
      switch (outcome.type) {
        case 'failed':
          return { type: 'failed', error: nodeFailed(node.id, outcome.error) }
        case 'completed':
          last = outcome
          if (node.id === plan.output) named = outcome
          if (node.output !== undefined) walk.variables.set(node.output, outcome.output)
          walk.hash = outcome.hash
          break
        case 'passed':
          walk.hash = outcome.hash
          break
        case 'skipped':
          break
      }
    }
    const choice = choose(plan, walk, node, number, visits)
    if (!choice.ok) return { type: 'failed', error: choice.error }
    if (choice.edge === null) return ended(named ?? last, choice.end)
    const { place, edge } = choice.edge
    walk.taken[place] = (walk.taken[place] ?? 0) + 1
    if (visits.taken(node.id, number) === undefined) {
      if (visits.stopping) return { type: 'stopped' }
      const recorded = visits.take({ edge: place, from: edge.from, to: edge.to, visit: number, count: walk.taken[place] })
      // A visit that begins waits for all that was recorded before it. A branch records nothing that would.
      if (edge.to !== null && nodes.get(edge.to)?.work.type === 'branch') {
        try {
          await recorded
        } catch {
          return { type: 'stopped' }
        }
      }
    }
    if (edge.to === null) return ended(named ?? last, { type: 'end', node: node.id })
    node = nodes.get(edge.to)!
  }
}

type Placed = { readonly place: number; readonly edge: WalkEdge }

type Walk = {
  readonly edges: ReadonlyMap<string, readonly Placed[]>
  /** How often each edge of the plan has been taken. */
  readonly taken: number[]
  readonly variables: Map<string, Json>
  readonly visited: Map<string, number>
  /** Of the last visit: what conditions see as now. */
  time: number
  /** Of the last visit that completed: the outputs are chained by it. */
  hash: string | null
}

type Choice = { readonly ok: true; readonly edge: Placed } | { readonly ok: true; readonly edge: null; readonly end: WalkEnd } | { readonly ok: false; readonly error: RunError }

function choose(plan: WalkPlan, walk: Walk, node: WalkNode, visit: number, visits: WalkVisits): Choice {
  const recorded = visits.taken(node.id, visit)
  if (recorded !== undefined) {
    const edge = plan.edges[recorded]
    if (edge?.from === node.id) return { ok: true, edge: { place: recorded, edge } }
    return { ok: false, error: { kind: 'error', message: `the record says that edge ${recorded} was taken from "${node.id}", and the plan has no such edge` } }
  }
  const spent: Placed[] = []
  for (const placed of walk.edges.get(node.id) ?? []) {
    const { place, edge } = placed
    if (walk.taken[place]! >= edge.max_iterations) {
      spent.push(placed)
      continue
    }
    const holds = condition(edge, walk)
    if (!holds.ok) return holds
    if (holds.value) return { ok: true, edge: placed }
  }
  // Of those without budget only the end tells: one that cannot be filled in did not stop the walk.
  const held = spent.filter(({ edge }) => {
    const holds = condition(edge, walk)
    return holds.ok && holds.value
  })
  return { ok: true, edge: null, end: { type: 'no-edge', node: node.id, spent: held.map(({ place }) => place) } }
}

function condition(edge: WalkEdge, walk: Walk): ReturnType<typeof fillCondition> {
  if (edge.if === undefined) return { ok: true, value: true }
  return fillCondition(edge.if, walk.variables, walk.time, `the condition of the edge from "${edge.from}" to ${edge.to === null ? 'the end' : `"${edge.to}"`}`)
}

function ended(result: { readonly output: Json } | undefined, end: WalkEnd): Ending {
  return { type: 'completed', ended: end, ...(result ? { output: result.output } : {}) }
}

/** Branches do nothing, and cost nothing. */
function isCounted({ work }: WalkNode): boolean {
  return work.type !== 'branch'
}

function tooMany(limit: number, node: WalkNode): RunError {
  return {
    kind: 'too-many-executions',
    message: `"${node.id}" was not run: the run has executed ${limit.toLocaleString('en')} nodes, which is all it may`,
    hint: 'Look for a loop that does not end, or raise `max_node_executions`.',
  }
}

function edgesByNode({ edges }: WalkPlan): Map<string, Placed[]> {
  const byNode = new Map<string, Placed[]>()
  for (const [place, edge] of edges.entries()) {
    const list = byNode.get(edge.from)
    if (list) list.push({ place, edge })
    else byNode.set(edge.from, [{ place, edge }])
  }
  return byNode
}

/** A definition is checked before it runs; a record from elsewhere may still be one that cannot be walked. */
function findFlaw(plan: WalkPlan): string | null {
  const seen = new Set<string>()
  for (const { id } of plan.nodes) {
    if (seen.has(id)) return `two nodes have the id "${id}"`
    seen.add(id)
  }
  if (!seen.has(plan.entry)) return `the walk begins at "${plan.entry}", and there is no such node`
  for (const { from, to } of plan.edges) {
    const unknown = [from, to].find((id) => id !== null && !seen.has(id))
    if (unknown !== undefined) return `an edge goes from "${from}" to "${to}", and there is no node "${unknown}"`
  }
  return null
}
