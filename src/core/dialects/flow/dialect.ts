import { knownVariablesAt } from '../../agent-file/known-variables.ts'
import { triggerOf } from '../../agent-file/trigger.ts'
import { lookup, resolve } from '../../source/find.ts'
import type { Dialect } from '../dialect.ts'
import { nodeBetween } from './between.ts'
import { flowOperations } from './commands.ts'
import { bodyPath, END, type FlowDefinition } from './definition.ts'
import { edgePathOf, newEdge } from './edges.ts'
import { bodyFieldNamed, documentFields, edgeFields, nodeFields } from './fields.ts'
import { fixesFor } from './fixes.ts'
import { holdersOf, settersOf } from './holders.ts'
import { flowMentions } from './mentions.ts'
import { flowOccurrences } from './occurrences.ts'
import { palette } from './palette.ts'
import { planFlow } from './plan.ts'
import { projectFlow } from './project.ts'
import { promptOf } from './prompt.ts'
import { readFlow } from './read.ts'
import { flowSchema } from './schema.ts'
import { flowShapeAt } from './shape.ts'
import { checkRules } from './validate.ts'

/** Nodes that are walked one after another, along the first edge that holds: tools, agents and decisions, with loops. */
export const flow: Dialect<FlowDefinition> = {
  name: 'flow',
  recognises: (root) => {
    const workflow = lookup(root, 'workflow')
    if (workflow === null) return lookup(root, 'edges') !== null
    const body = resolve(workflow.value)
    return body?.kind === 'map' && (lookup(body, 'nodes') !== null || lookup(body, 'edges') !== null)
  },
  read: readFlow,
  validate: (reading) => checkRules(reading, fixesFor(reading)),
  project: projectFlow,
  operations: flowOperations,
  refuseEdge: (reading, from, to) => {
    const edge = newEdge(reading.model, from, to)
    return edge.ok ? null : edge.diagnostics[0]!.message
  },
  between: nodeBetween,
  mentions: flowMentions,
  plan: planFlow,
  trigger: triggerOf,
  nodesPath: (model) => [...bodyPath(model), 'nodes'],
  nodesPaths: [['workflow', 'nodes'], ['nodes']],
  edgesPath: (model) => [...bodyPath(model), 'edges'],
  edgePath: edgePathOf,
  prompt: promptOf,
  occurrences: flowOccurrences,
  variablesAt: (reading, path) => knownVariablesAt(holdersOf(reading.model), settersOf(reading.model), path),
  shapeAt: flowShapeAt,
  documentFields,
  nodeFields,
  edgeFields,
  palette,
  documentPath: (model, { name, within = [] }) => (bodyFieldNamed.has(name) ? [...bodyPath(model), name] : [...within, name]),
  end: END,
  schema: flowSchema,
}
