import { TRIGGER } from '../../agent-file/output-rules.ts'
import type { TemplateHolder, Variables } from '../../agent-file/template-holder.ts'
import { keysOf, STEPS, type StepsDefinition } from './definition.ts'
import { stepFields } from './fields.ts'

const made = new WeakMap<StepsDefinition, readonly TemplateHolder[]>()

/** The steps as holders of templates: each reads the trigger and what the steps before it put out. */
export function holdersOf(definition: StepsDefinition): readonly TemplateHolder[] {
  const known = made.get(definition)
  if (known) return known
  const { keys } = keysOf(definition)
  const { steps } = definition.workflow
  const first = firstSetters(definition)
  const holders = steps.map((step, index): TemplateHolder => {
    const variables: Variables = {
      has: (name) => name === TRIGGER || (first.get(name) ?? Infinity) < index,
      names: () => namesBefore(steps, index),
    }
    return { path: [...STEPS, index], id: step.id, key: keys[index]!, fields: stepFields, values: step, variables: () => variables, identity: (name) => name }
  })
  made.set(definition, holders)
  return holders
}

/** Made as they are asked for: few ask for more than the nearest. */
function* namesBefore(steps: StepsDefinition['workflow']['steps'], index: number): Generator<string> {
  const seen = new Set<string>()
  for (let at = index - 1; at >= 0; at -= 1) {
    const { output } = steps[at]!
    if (output === undefined || seen.has(output)) continue
    seen.add(output)
    yield output
  }
  if (!seen.has(TRIGGER)) yield TRIGGER
}

/** The place of the first step that sets each variable. */
function firstSetters({ workflow: { steps } }: StepsDefinition): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  for (const [index, { output }] of steps.entries()) {
    if (output !== undefined && !first.has(output)) first.set(output, index)
  }
  return first
}

/** The ids of the steps that set each variable. */
export function settersOf({ workflow: { steps } }: StepsDefinition): ReadonlyMap<string, readonly string[]> {
  const setters = new Map<string, string[]>()
  for (const { output, id } of steps) {
    if (output === undefined) continue
    const list = setters.get(output)
    if (list) list.push(id)
    else setters.set(output, [id])
  }
  return setters
}
