import type { Json } from '../diagnostic.ts'
import type { RunState } from './state.ts'

/** The variables of a walk at a moment, and which visit of the node they belong to; null when the run did not come to it. */
export type RunVariables = { readonly values: ReadonlyMap<string, Json>; readonly visit: number | null }

/**
 * What the templates of a node read when a run last came to it, or with `after` what those of its edges
 * did once it was done. A node that works on the items of a list is given the first. A node that the run
 * did not come to is given what there was in the end. Null for a run that is no walk.
 */
export function variablesIn(run: RunState, node: string, after = false): RunVariables | null {
  if (run.plan?.kind !== 'walk') return null
  const outputs = new Map(run.plan.nodes.flatMap(({ id, output }) => (output === undefined ? [] : [[id, output] as const])))
  const last = run.visits.findLastIndex((visit) => visit.node === node)
  const end = last < 0 ? run.visits.length : after ? last + 1 : last
  const values = new Map<string, Json>([['trigger', triggerOf(run.inputs)]])
  for (const { node: id, state } of run.visits.slice(0, end)) {
    const name = outputs.get(id)
    // A failure that was passed over leaves what was there before.
    if (name !== undefined && state.status === 'completed' && state.passed === undefined) values.set(name, state.output)
  }
  const visit = run.visits[last]?.state
  const each = after ? undefined : run.plan.nodes.find(({ id }) => id === node)?.for_each
  const items = visit && 'input' in visit ? visit.input : null
  if (each && Array.isArray(items) && items.length > 0) values.set(each.item_var, items[0]!).set(`${each.item_var}_index`, 0)
  return { values, visit: visit === undefined ? null : visit.visit }
}

/** What a walk reads as `.trigger`: the input of that name, else all inputs together; nothing is the empty text. */
export function triggerOf(inputs: Json): Json {
  const own = inputs !== null && typeof inputs === 'object' && Object.hasOwn(inputs, 'trigger')
  return (own ? (inputs as { readonly [name: string]: Json })['trigger'] : inputs) ?? ''
}
