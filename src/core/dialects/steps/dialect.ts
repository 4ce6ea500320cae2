import { knownVariablesAt } from '../../agent-file/known-variables.ts'
import { triggerOf } from '../../agent-file/trigger.ts'
import { lookup } from '../../source/find.ts'
import type { Dialect } from '../dialect.ts'
import { NO_EDGES, stepBetween, stepsOperations } from './commands.ts'
import { STEPS, type StepsDefinition } from './definition.ts'
import { documentFields, stepFields } from './fields.ts'
import { fixesFor } from './fixes.ts'
import { holdersOf, settersOf } from './holders.ts'
import { stepsOccurrences } from './occurrences.ts'
import { palette } from './palette.ts'
import { planSteps } from './plan.ts'
import { projectSteps } from './project.ts'
import { readSteps } from './read.ts'
import { stepsSchema } from './schema.ts'
import { stepsShapeAt } from './shape.ts'
import { checkRules } from './validate.ts'

/** An agent file whose workflow is one step after another, each a call of a tool. */
export const steps: Dialect<StepsDefinition> = {
  name: 'steps',
  recognises: (root) => lookup(root, 'workflow') !== null,
  read: readSteps,
  validate: (reading) => checkRules(reading, fixesFor(reading)),
  project: projectSteps,
  operations: stepsOperations,
  refuseEdge: () => NO_EDGES,
  between: stepBetween,
  // Nothing names a step but its own id: templates read variables.
  mentions: () => [],
  plan: planSteps,
  trigger: triggerOf,
  nodesPath: () => STEPS,
  nodesPaths: [STEPS],
  edgesPath: () => null,
  edgePath: () => null,
  prompt: () => null,
  occurrences: stepsOccurrences,
  variablesAt: (reading, path) => knownVariablesAt(holdersOf(reading.model), settersOf(reading.model), path),
  shapeAt: stepsShapeAt,
  documentFields,
  nodeFields: stepFields,
  edgeFields: [],
  palette,
  ordered: true,
  schema: stepsSchema,
}
