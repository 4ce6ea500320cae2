import { addUsage, type ForEach, type Json, type RunError, type Usage, type WalkNode } from '../../src/core/index.ts'
import { keyOf, type Spent } from './context.ts'
import { fillItems, type Variables } from './templates.ts'
import { outputOf } from './text-value.ts'
import type { VisitsOptions } from './visit-options.ts'
import { workTwice } from './walk-work.ts'
import type { Value, Worked } from './work.ts'

export type ItemsOptions = {
  readonly node: WalkNode
  readonly each: ForEach
  readonly visit: number
  readonly variables: Variables
  readonly time: number
  readonly spent: Spent
  /** Records that the visit begins. */
  readonly begin: (input: Json) => Promise<void>
  readonly inputOf: (node: WalkNode, variables: Variables, time: number) => Value
}

/** The most items that are worked on at once. */
const MOST_LANES = 32

/**
 * Works on the items of a `for_each`, `max_parallel` at a time. Each is a durable sub-record, `fetch#1[3]`:
 * those that an earlier attempt recorded are not worked on again. The results in the order of the items,
 * null for one that `on_error: skip` passed over. After an item failed none is begun; those at work end.
 */
export async function workOnItems(given: VisitsOptions, options: ItemsOptions): Promise<Worked | null> {
  const { log } = given
  const { node, each, variables, time, begin } = options
  const items = fillItems(each.items, variables, time)
  const begun = begin(items.ok ? items.value : null)
  if (!items.ok) return items
  try {
    await begun
  } catch {
    return null
  }

  const outputs: Json[] = Array.from(items.value, () => null)
  const failures: { readonly place: number; readonly error: RunError }[] = []
  let usage: Usage | undefined
  let simulated = false
  let stopped = false
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.value.length && failures.length === 0 && !stopped) {
      const place = next
      next += 1
      const worked = await workOnItem(given, options, items.value[place]!, place)
      if (worked === null) stopped = true
      else if (!worked.ok) failures.push({ place, error: worked.error })
      else {
        outputs[place] = worked.output
        if (worked.usage) usage = addUsage(usage, worked.usage)
        simulated ||= worked.simulated === true
      }
    }
  }
  const lanes = Math.min(MOST_LANES, Math.max(1, each.max_parallel), items.value.length)
  await Promise.all(Array.from({ length: lanes }, lane))
  if (stopped || log.broken) return null
  const inOrder = failures.toSorted((left, right) => left.place - right.place)
  // What is not known of one item must not be lost behind what is known of another.
  const failed = inOrder.find(({ error }) => error.kind === 'unknown-outcome') ?? inOrder[0]
  if (failed) return { ok: false, error: { ...failed.error, message: `item ${failed.place} (${node.id}#${options.visit}[${failed.place}]): ${failed.error.message}` } }
  return { ok: true, output: Object.freeze(outputs), ...(usage ? { usage } : {}), ...(simulated ? { simulated } : {}) }
}

/** Null when the attempt stops: nothing was decided. */
async function workOnItem(given: VisitsOptions, { node, each, visit, variables, time, spent, inputOf }: ItemsOptions, item: Json, place: number): Promise<Worked | null> {
  const { log, records, stop } = given
  const part = { node, visit, item: place }
  const key = keyOf(part)
  const known = records.step(node.id, visit, key)?.result as ItemRecord | undefined
  if (known) return { ok: true, output: known.output, ...(known.simulated ? { simulated: true } : {}) }
  if (stop.reason) return null
  const own = new Map([...variables, [each.item_var, item], [`${each.item_var}_index`, place]])
  const input = inputOf(node, own, time)
  const worked: Worked | null = input.ok ? await workTwice(given, node, { ...part, variables: own }, input.value, time, spent) : input
  if (worked === null) return null
  const done = finish(node, worked)
  if (!done.ok) return done
  const record: ItemRecord = { input: input.ok ? input.value : null, output: done.output, ...(worked.ok ? {} : { error: worked.error }), ...(done.simulated ? { simulated: true } : {}) }
  try {
    await log.append({ type: 'step.recorded', key, node: node.id, visit, result: record }).recorded
  } catch {
    return null
  }
  return done
}

/** What is recorded of an item. `error`: the failure that was passed over. */
type ItemRecord = { readonly input: Json; readonly output: Json; readonly error?: RunError; readonly simulated?: true }

function finish(node: WalkNode, worked: Worked): Worked {
  if (worked.ok) return { ...worked, output: outputOf(worked.output) }
  return node.on_error === 'skip' ? { ok: true, output: null } : worked
}
