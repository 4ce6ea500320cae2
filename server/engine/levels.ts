import { levelsOf, type LevelsPlan, type PlanNode, type RunOptions } from '../../src/core/index.ts'
import { nodeFailed, type Ending } from './ending.ts'
import type { Outcome } from './outcome.ts'
import type { Visits } from './visit.ts'

/** In a `dag` every node is visited once; a resume goes on with the same visit. */
const VISIT = 1

/**
 * Runs the nodes of a `dag`. `levels`: a level starts when the whole one before is finished. `eager`: a
 * node starts when its own needs are. A node one of whose needs failed is recorded as failed when that
 * is decided, and does not run; the others go on. At most `maxParallel` nodes run at once.
 */
export async function runLevels(plan: LevelsPlan, options: RunOptions, visits: Visits): Promise<Ending> {
  const levels = levelsOf(plan.nodes)
  const flaw = findFlaw(plan.nodes, levels)
  if (flaw !== null) return { type: 'failed', error: { message: flaw, kind: 'error' } }
  const run: Scheduling = { nodes: plan.nodes, levels, maxParallel: Math.max(1, options.maxParallel), visits, outcomes: new Map() }
  await (options.schedule === 'eager' ? runEager(run) : runByLevel(run))
  return visits.stopping && run.outcomes.size < plan.nodes.length ? { type: 'stopped' } : endingOf(run)
}

type Scheduling = {
  readonly nodes: readonly PlanNode[]
  readonly levels: readonly (readonly string[])[]
  readonly maxParallel: number
  readonly visits: Visits
  readonly outcomes: Map<string, Outcome>
}

async function runByLevel(run: Scheduling): Promise<void> {
  const { visits, outcomes, maxParallel } = run
  const byId = new Map(run.nodes.map((node) => [node.id, node]))
  for (const level of run.levels) {
    if (visits.stopping) return
    const open: PlanNode[] = []
    for (const id of level) {
      const node = byId.get(id)!
      const outcome = decide(node, run)
      if (outcome) outcomes.set(id, outcome)
      else open.push(node)
    }
    visits.schedule(open.slice(maxParallel), VISIT)
    let next = 0
    const lane = async (): Promise<void> => {
      while (next < open.length && !visits.stopping) {
        const node = open[next]!
        next += 1
        const outcome = await visits.visit(node, VISIT, outcomes)
        if (outcome) outcomes.set(node.id, outcome)
      }
    }
    await Promise.all(Array.from({ length: Math.min(maxParallel, open.length) }, lane))
  }
}

async function runEager(run: Scheduling): Promise<void> {
  const { nodes, visits, outcomes, maxParallel } = run
  const dependents = new Map<string, PlanNode[]>(nodes.map((node) => [node.id, []]))
  const waitingFor = new Map<string, number>()
  for (const node of nodes) {
    const needs = new Set(node.needs)
    waitingFor.set(node.id, needs.size)
    for (const need of needs) dependents.get(need)!.push(node)
  }
  const ready: PlanNode[] = []
  let next = 0
  let active = 0

  await new Promise<void>((resolve, reject) => {
    /** Those that can be decided at once are, and so are those that they set free: a list, for chains of any length. */
    const offer = (first: readonly PlanNode[]): void => {
      const list = [...first]
      for (const node of list) {
        const outcome = decide(node, run)
        if (outcome) list.push(...settle(node, outcome))
        else ready.push(node)
      }
    }
    const settle = (node: PlanNode, outcome: Outcome): PlanNode[] => {
      outcomes.set(node.id, outcome)
      return dependents.get(node.id)!.filter((dependent) => {
        const left = waitingFor.get(dependent.id)! - 1
        waitingFor.set(dependent.id, left)
        return left === 0
      })
    }
    let scheduled = 0
    const start = (): void => {
      while (active < maxParallel && next < ready.length && !visits.stopping) {
        const node = ready[next]!
        next += 1
        active += 1
        visits.visit(node, VISIT, outcomes).then((outcome) => {
          active -= 1
          if (outcome) offer(settle(node, outcome))
          start()
        }, reject)
      }
      if (active === 0) return resolve()
      if (visits.stopping) return
      visits.schedule(ready.slice(Math.max(scheduled, next)), VISIT)
      scheduled = ready.length
    }
    offer(nodes.filter((node) => node.needs.length === 0))
    start()
  })
}

/** What needs no run: a recorded result, or a need that failed. The first failed one, in the order of `needs`, is named. */
function decide(node: PlanNode, { visits, outcomes }: Scheduling): Outcome | null {
  const known = visits.recall(node, VISIT)
  if (known) return known
  const failed = node.needs.find((need) => outcomes.get(need)?.ok === false)
  return failed === undefined ? null : visits.decline(node, VISIT, { message: `dependency "${failed}" failed`, kind: 'dependency' })
}

function endingOf({ nodes, outcomes }: Scheduling): Ending {
  const failed = nodes.flatMap((node) => {
    const outcome = outcomes.get(node.id)
    return outcome?.ok === false && outcome.ran ? [{ id: node.id, ...outcome }] : []
  })
  const first = failed.toSorted((left, right) => left.ended - right.ended)[0]
  if (!first) return { type: 'completed' }
  return { type: 'failed', error: nodeFailed(first.id, first.error, failed.length - 1) }
}

/** A definition is checked before it runs; a record from elsewhere may still be one that cannot come to an end. */
function findFlaw(nodes: readonly PlanNode[], levels: readonly (readonly string[])[]): string | null {
  const seen = new Set<string>()
  for (const { id } of nodes) {
    if (seen.has(id)) return `two nodes have the id "${id}"`
    seen.add(id)
  }
  const startable = new Set<string>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const level of levels) {
    for (const id of level) {
      if (byId.get(id)!.needs.every((need) => startable.has(need))) startable.add(id)
    }
  }
  const never = nodes.filter((node) => !startable.has(node.id)).map((node) => node.id)
  if (never.length === 0) return null
  const shown = never.length > 20 ? `${never.slice(0, 20).join(', ')} and ${never.length - 20} more` : never.join(', ')
  return `stuck: ${shown} can never start`
}
