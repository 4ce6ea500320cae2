import { inDefinitionOrder } from '../definition-order.ts'
import { bodyPath, type FlowDefinition } from './definition.ts'
import { noFixes } from './fixes.ts'
import { ordered } from './ordered.ts'
import { planFlow } from './plan.ts'
import { viewOf } from './project.ts'
import { readFlowValue } from './read.ts'
import { checkRules } from './validate.ts'

/** What can be asked of a flow from code. */
export const flowDefinitions = {
  normalize: (definition: unknown): FlowDefinition => readFlowValue(definition).model,
  validate: (definition: unknown) => {
    const read = readFlowValue(definition)
    return inDefinitionOrder([...read.diagnostics, ...checkRules({ ...read, source: null }, noFixes)], [...bodyPath(read.model), 'nodes'])
  },
  view: (definition: FlowDefinition) => viewOf(definition),
  plan: planFlow,
  ordered,
}
