import type { EventOf, Json, RunEvent, Usage } from '../../src/core/index.ts'
import { addUsage } from '../../src/core/index.ts'
import type { Begun } from './errors.ts'

/**
 * What a log holds for a resume, by key: completed visits, their sub-records and when visits first
 * began. Keys are pairs of a node's id and a text that no id is part of, so no two ids can collide.
 */
export type Records = {
  /** Takes an event of the log in. */
  add(event: RunEvent): void
  completed(node: string, visit: number): EventOf<'node.completed'> | undefined
  /** When the visit began, for the first and for the last time: ISO 8601. */
  started(node: string, visit: number): { readonly first: string; readonly last: string } | undefined
  /** The result of a sub-record; `node` null for those of the run itself. */
  step(node: string | null, visit: number, key: string): { readonly result: Json } | undefined
  /** That the visit was skipped. */
  skipped(node: string, visit: number): EventOf<'node.skipped'> | undefined
  /** The edge by which the walk left the visit: its place in the plan. */
  taken(node: string, visit: number): number | undefined
  /** Whether the work of the visit, or of one of its items, is at its second go and has not failed since. */
  retried(node: string, visit: number, item?: number): boolean
  /** What the sub-records of a visit have used. */
  usage(node: string, visit: number): Usage | undefined
  /** What was begun, is not to be done twice, and has not come back: every node with such effects, in the order in which they began. */
  unknown(): readonly Begun[]
  readonly completedCount: number
}

export function createRecords(): Records {
  const completed = new Map<string, Map<number, EventOf<'node.completed'>>>()
  const started = new Map<string, Map<number, { readonly first: string; readonly last: string }>>()
  const steps = new Map<string | null, Map<string, { readonly result: Json }>>()
  const used = new Map<string, Map<number, Usage>>()
  const skipped = new Map<string, Map<number, EventOf<'node.skipped'>>>()
  const taken = new Map<string, Map<number, number>>()
  const retried = new Map<string, Map<number, Set<number | null>>>()
  /** Effects by node, visit and key of the call. */
  const open = new Map<string, Map<number, Map<string, string>>>()
  let completedCount = 0

  /** The calls of a visit, or of one item of it, have come back. */
  function close(node: string, visit: number, key?: string): void {
    const calls = open.get(node)?.get(visit)
    for (const call of calls?.keys() ?? []) if (key === undefined || call === key || call.startsWith(`${key}/`)) calls!.delete(call)
  }

  /** What was begun without an approval: it stands nowhere but in the failure. */
  function begun(node: string, visit: number, what: readonly string[]): void {
    const known = new Map(open.get(node)?.get(visit))
    const effects = new Set(known.values())
    for (const one of what) if (!effects.has(one)) known.set(`${node}#${visit}/${one}`, one)
    inner(open, node).set(visit, known)
  }

  return {
    add(event) {
      switch (event.type) {
        case 'node.started':
          inner(started, event.node).set(event.visit, { first: started.get(event.node)?.get(event.visit)?.first ?? event.at, last: event.at })
          return
        case 'node.completed':
          if (completed.get(event.node)?.has(event.visit)) return
          inner(completed, event.node).set(event.visit, event)
          completedCount += 1
          close(event.node, event.visit)
          return
        case 'model.called': {
          inner(steps, event.node).set(`${event.visit} ${event.key}`, { result: event.result })
          if (event.usage) inner(used, event.node).set(event.visit, addUsage(used.get(event.node)?.get(event.visit), event.usage))
          return
        }
        case 'effect.approved':
          if (event.once) inner(open, event.node).set(event.visit, new Map(open.get(event.node)?.get(event.visit)).set(event.key, event.effect))
          return
        case 'tool.called':
          close(event.node, event.visit, event.key)
          inner(steps, event.node).set(`${event.visit} ${event.key}`, { result: event.result })
          return
        case 'node.skipped':
          inner(skipped, event.node).set(event.visit, event)
          return
        case 'edge.taken':
          inner(taken, event.from).set(event.visit, event.edge)
          return
        case 'node.retrying':
          // A failure that is tried again was an answer.
          if (event.again) close(event.node, event.visit, event.item === undefined ? undefined : `${event.node}#${event.visit}[${event.item}]`)
          if (event.again) inner(retried, event.node).set(event.visit, new Set(retried.get(event.node)?.get(event.visit)).add(event.item ?? null))
          return
        case 'node.failed':
          // Whoever resumes a run that failed gives the node all its chances again.
          retried.get(event.node)?.delete(event.visit)
          if (event.error.kind !== 'unknown-outcome') close(event.node, event.visit)
          else begun(event.node, event.visit, event.error.began ?? [])
          return
        case 'step.recorded':
          inner(steps, event.node ?? null).set(`${event.visit ?? 0} ${event.key}`, { result: event.result })
          if (event.node !== undefined) close(event.node, event.visit ?? 0, event.key)
          return
        default:
          return
      }
    },
    completed: (node, visit) => completed.get(node)?.get(visit),
    started: (node, visit) => started.get(node)?.get(visit),
    step: (node, visit, key) => steps.get(node)?.get(`${visit} ${key}`),
    skipped: (node, visit) => skipped.get(node)?.get(visit),
    taken: (node, visit) => taken.get(node)?.get(visit),
    retried: (node, visit, item) => retried.get(node)?.get(visit)?.has(item ?? null) ?? false,
    usage: (node, visit) => used.get(node)?.get(visit),
    unknown() {
      return [...open].flatMap(([node, visits]) => {
        const effects = new Set([...visits.values()].flatMap((calls) => [...calls.values()]))
        return effects.size > 0 ? [{ node, effects: [...effects] }] : []
      })
    },
    get completedCount() {
      return completedCount
    },
  }
}

function inner<Key, InnerKey, Value>(map: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  const known = map.get(key)
  if (known) return known
  const made = new Map<InnerKey, Value>()
  map.set(key, made)
  return made
}
