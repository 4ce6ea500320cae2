import { modelOf } from '../../agent-file/header.ts'
import type { WalkEdge, WalkNode, WalkPlan } from '../../graph/plan.ts'
import { sameId } from '../same-id.ts'
import type { Step, StepsDefinition } from './definition.ts'

/** The plan of steps that have been validated: a walk from each to the next, taken once. */
export function planSteps(definition: StepsDefinition): WalkPlan {
  const nodes = definition.workflow.steps.map(planStep)
  const model = modelOf(definition)
  return {
    kind: 'walk',
    dialect: 'steps',
    name: definition.name || (definition.id ?? ''),
    nodes,
    edges: nodes.slice(1).map(({ id }, index): WalkEdge => ({ from: nodes[index]!.id, to: id, max_iterations: 1 })),
    entry: nodes[0]?.id ?? '',
    max_node_executions: null,
    ...(model === undefined ? {} : { model }),
    ...(definition.system_prompt === undefined ? {} : { system_prompt: definition.system_prompt }),
    ...(definition.tools.length === 0 ? {} : { tools: definition.tools }),
  }
}

function planStep(step: Step): WalkNode {
  return {
    id: sameId(step.id),
    needs: [],
    work: { type: 'tool', tool: step.tool, ...(step.prompt === undefined ? {} : { prompt: step.prompt }) },
    on_error: step.on_error === 'retry' || step.on_error === 'skip' ? step.on_error : 'abort',
    ...(step.input === undefined ? {} : { input: step.input }),
    ...(step.if === undefined ? {} : { if: step.if }),
    ...(step.output === undefined ? {} : { output: step.output }),
  }
}
