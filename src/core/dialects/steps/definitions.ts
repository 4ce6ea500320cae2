import { inDefinitionOrder } from '../definition-order.ts'
import { STEPS, type StepsDefinition } from './definition.ts'
import { noFixes } from './fixes.ts'
import { ordered } from './ordered.ts'
import { planSteps } from './plan.ts'
import { viewOf } from './project.ts'
import { readStepsValue } from './read.ts'
import { checkRules } from './validate.ts'

/** What can be asked of an agent file with steps from code. */
export const stepsDefinitions = {
  normalize: (definition: unknown): StepsDefinition => readStepsValue(definition).model,
  validate: (definition: unknown) => {
    const read = readStepsValue(definition)
    return inDefinitionOrder([...read.diagnostics, ...checkRules({ ...read, source: null }, noFixes)], STEPS)
  },
  view: (definition: StepsDefinition) => viewOf(definition),
  plan: planSteps,
  ordered,
}
