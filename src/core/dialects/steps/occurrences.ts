import { variableOccurrences } from '../../agent-file/variable-names.ts'
import type { Field } from '../dialect.ts'
import type { Occurrence } from '../occurrence.ts'
import { keysOf, STEPS } from './definition.ts'
import { stepFields } from './fields.ts'
import { holdersOf } from './holders.ts'
import type { StepsReading } from './read.ts'

/** Every place that names a step, a tool or a variable, in the order of the text within each kind. */
export function stepsOccurrences(reading: StepsReading): readonly Occurrence[] {
  const { model, origin } = reading
  const { keys } = keysOf(model)
  const fields: readonly Field[] = stepFields
  const found: Occurrence[] = []
  for (const [index, step] of model.workflow.steps.entries()) {
    const node = keys[index]!
    for (const { name, offers } of fields) {
      const word = (step as { readonly [field: string]: unknown })[name]
      if (typeof word !== 'string' || word === '' || (name !== 'id' && !offers)) continue
      const path = [...STEPS, index, name]
      const range = origin.sourcePath(path) === null ? undefined : origin.range(path)
      if (!range) continue
      found.push(offers ? { kind: offers, key: word, role: 'reference', path, range, node } : { kind: 'node', key: node, role: 'definition', path, range, node })
    }
  }
  return [...found, ...variableOccurrences(reading, holdersOf(model))]
}
