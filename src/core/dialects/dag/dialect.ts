import { lookup } from '../../source/find.ts'
import type { Dialect } from '../dialect.ts'
import { nodeBetween } from './between.ts'
import { dagOperations } from './commands.ts'
import type { DagDefinition } from './definition.ts'
import { drawnEdge, newEdge } from './edges.ts'
import { documentFields, nodeFields } from './fields.ts'
import { fixesFor } from './fixes.ts'
import { mentions } from './mentions.ts'
import { dagOccurrences } from './occurrences.ts'
import { palette } from './palette.ts'
import { planDag } from './plan.ts'
import { projectDag } from './project.ts'
import { promptOf } from './prompt.ts'
import { readDag } from './read.ts'
import { dagSchema } from './schema.ts'
import { dagShapeAt } from './shape.ts'
import { checkRules } from './validate.ts'

/** Nodes that wait for the nodes they need: levels of model calls. */
export const dag: Dialect<DagDefinition> = {
  name: 'dag',
  recognises: (root) => lookup(root, 'nodes') !== null && lookup(root, 'edges') === null && lookup(root, 'workflow') === null,
  read: readDag,
  validate: (reading) => checkRules(reading, fixesFor(reading)),
  project: projectDag,
  operations: dagOperations,
  refuseEdge: (reading, from, to, kind) => {
    const edge = newEdge(reading.model, from, to, kind)
    return edge.ok ? null : edge.diagnostics[0]!.message
  },
  between: nodeBetween,
  mentions,
  plan: planDag,
  nodesPath: () => ['nodes'],
  nodesPaths: [['nodes']],
  edgesPath: () => null,
  edgePath: (model, { kind, from, to }) => {
    const edge = drawnEdge(model, from, to, kind)
    return edge && ['nodes', edge.index, edge.field, edge.entry]
  },
  prompt: promptOf,
  occurrences: dagOccurrences,
  variablesAt: () => null,
  shapeAt: dagShapeAt,
  documentFields,
  nodeFields,
  edgeFields: [],
  palette,
  schema: dagSchema,
}
