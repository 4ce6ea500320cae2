import { inDefinitionOrder } from '../definition-order.ts'
import type { DagDefinition } from './definition.ts'
import { noFixes } from './fixes.ts'
import { ordered } from './ordered.ts'
import { planDag } from './plan.ts'
import { viewOf } from './project.ts'
import { readDagValue } from './read.ts'
import { checkRules } from './validate.ts'

/** What can be asked of a `dag` from code. */
export const dagDefinitions = {
  normalize: (definition: unknown): DagDefinition => readDagValue(definition).model,
  validate: (definition: unknown) => {
    const read = readDagValue(definition)
    return inDefinitionOrder([...read.diagnostics, ...checkRules(read, noFixes)], ['nodes'])
  },
  view: (definition: DagDefinition) => viewOf(definition),
  plan: planDag,
  ordered,
}
