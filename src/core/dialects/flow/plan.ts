import { modelOf } from '../../agent-file/header.ts'
import type { ForEach, PlanWork, WalkNode, WalkPlan } from '../../graph/plan.ts'
import { parseDuration } from '../duration.ts'
import { sameId } from '../same-id.ts'
import { bodyOf, budgetOf, kindOf, routesOf, targetOf, type FlowBody, type FlowDefinition, type FlowNode } from './definition.ts'

/** Items of one `for_each` that may be worked on at once. */
export const MOST_PARALLEL = 32
const EXECUTIONS = 100

/** The plan of a flow that has been validated. Ids are in Unicode's composed form, as they compare. */
export function planFlow(definition: FlowDefinition): WalkPlan {
  const body = bodyOf(definition)
  const model = modelOf(definition)
  return {
    kind: 'walk',
    dialect: 'flow',
    name: definition.name === '' ? (definition.id ?? '') : definition.name,
    nodes: body.nodes.map((node) => planNode(body, node)),
    edges: body.edges.map((edge) => {
      const to = targetOf(edge)
      return { from: sameId(edge.from), to: to === null ? null : sameId(to), ...(edge.if === undefined ? {} : { if: edge.if }), max_iterations: budgetOf(edge) }
    }),
    entry: sameId(body.entry ?? body.nodes[0]?.id ?? ''),
    ...(body.output === undefined ? {} : { output: sameId(body.output) }),
    max_node_executions: body.max_node_executions === 0 ? EXECUTIONS : body.max_node_executions,
    ...(model === undefined ? {} : { model }),
    ...(definition.system_prompt === undefined ? {} : { system_prompt: definition.system_prompt }),
    ...(definition.tools.length === 0 ? {} : { tools: definition.tools }),
  }
}

function planNode(body: FlowBody, node: FlowNode): WalkNode {
  const timeout = node.timeout === undefined ? null : parseDuration(node.timeout)
  const items = kindOf(node) === 'branch' ? undefined : forEachOf(node)
  return {
    id: sameId(node.id),
    needs: [],
    work: workOf(body, node),
    on_error: onErrorOf(node),
    ...(timeout === null ? {} : { timeout }),
    ...(node.input === undefined ? {} : { input: node.input }),
    ...(node.output === undefined ? {} : { output: node.output }),
    ...(items === undefined ? {} : { for_each: items }),
  }
}

function workOf(body: FlowBody, node: FlowNode): PlanWork {
  const kind = kindOf(node)
  switch (kind) {
    case 'branch': return { type: 'branch' }
    case 'gate': return { type: 'gate', prompt: node.prompt ?? '' }
    case 'tool': return { type: 'tool', tool: node.tool ?? '', ...(node.prompt === undefined ? {} : { prompt: node.prompt }) }
    case 'agent':
    case 'verifier':
    case 'critic':
    case 'router':
      return {
        type: 'prompt',
        kind,
        prompt: node.prompt ?? '',
        routes: kind === 'router' ? routesOf(body, node).map(sameId) : [],
        output_format: node.output_format ?? '',
        max_turns: node.max_turns,
        tools: node.tools,
        ...(node.agent === undefined ? {} : { agent: node.agent }),
        ...(node.model === undefined ? {} : { model: node.model }),
      }
  }
}

function onErrorOf({ on_error }: FlowNode): WalkNode['on_error'] {
  return on_error === 'retry' || on_error === 'skip' ? on_error : 'abort'
}

function forEachOf({ for_each, item_var, max_parallel }: FlowNode): ForEach | undefined {
  if (for_each === undefined) return undefined
  return { items: for_each, item_var: item_var ?? 'item', max_parallel: Math.min(MOST_PARALLEL, Math.max(1, max_parallel)) }
}
