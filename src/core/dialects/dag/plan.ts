import type { LevelsPlan, PlanNode } from '../../graph/plan.ts'
import { parseDuration } from '../duration.ts'
import { sameId } from '../same-id.ts'
import { kindOf, type DagDefinition, type DagNode } from './definition.ts'

/** The plan of a definition that has been validated. Ids are in Unicode's composed form, as they compare. */
export function planDag(definition: DagDefinition): LevelsPlan {
  return { kind: 'levels', dialect: 'dag', name: definition.name, nodes: definition.nodes.map(planNode) }
}

function planNode(node: DagNode): PlanNode {
  const timeout = node.timeout === undefined ? null : parseDuration(node.timeout)
  return {
    id: sameId(node.id),
    needs: [...new Set(node.needs.map(sameId))],
    ...(timeout === null ? {} : { timeout }),
    work: {
      type: 'prompt',
      kind: kindOf(node),
      prompt: node.prompt,
      routes: node.routes.map(sameId),
      output_format: node.output_format ?? '',
      max_turns: node.max_turns,
      tools: node.tools,
      ...(node.agent === undefined ? {} : { agent: node.agent }),
      ...(node.model === undefined ? {} : { model: node.model }),
    },
  }
}
