import type { Agents } from '../executors/agents.ts'
import type { Plan, PlanNode } from '../../src/core/index.ts'
import type { ToolInfo, WorkspaceTools } from '../tools/tool.ts'

/**
 * The tools that a node may call, as far as they are found: those of the node, and those of its agent.
 * What is not found raises nothing: it fails when it is called.
 */
export function toolsOfNodes(tools: Pick<WorkspaceTools, 'describe'>, agents: Agents, own: readonly string[] = []): (node: PlanNode) => Promise<readonly ToolInfo[]> {
  const known = new Map<string, Promise<ToolInfo | null>>()
  const describe = (name: string): Promise<ToolInfo | null> => {
    let found = known.get(name)
    if (found === undefined) {
      found = tools.describe(name, own).then((one) => (one.ok === true ? one.info : null))
      known.set(name, found)
    }
    return found
  }
  return async ({ work }) => {
    const found = await Promise.all((await toolNamesOf(work, agents)).map(describe))
    return found.filter((info): info is ToolInfo => info !== null)
  }
}

/** The tools of a plan that only trust lets run, as they are written, each with the nodes that may call it; in the order of the file. Nothing is started. */
export async function untrustedTools(plan: Plan, tools: Pick<WorkspaceTools, 'find'>, agents: Agents, own: readonly string[] = []): Promise<ReadonlyMap<string, readonly string[]>> {
  const nodes = new Map<string, string[]>()
  for (const { id, work } of plan.nodes) for (const name of new Set(await toolNamesOf(work, agents))) nodes.set(name, [...(nodes.get(name) ?? []), id])
  const found = await Promise.all([...nodes].map(async ([name, ids]) => ({ name, ids, found: await tools.find(name, own) })))
  return new Map(found.flatMap(({ name, ids, found: one }) => (!one.ok && one.error.kind === 'untrusted' ? [[name, ids] as const] : [])))
}

/** The tools that a node may call, as they are written: its own and those of its agent. */
async function toolNamesOf(work: PlanNode['work'], agents: Agents): Promise<readonly string[]> {
  return work.type === 'tool' ? [work.tool] : work.type === 'prompt' ? [...work.tools, ...(await toolsOfAgent(agents, work.agent))] : []
}

async function toolsOfAgent(agents: Agents, type: string | undefined): Promise<readonly string[]> {
  const found = type === undefined ? null : await agents.find(type)
  return found?.ok === true ? found.agent.tools : []
}

/** Does a run of this plan call tools at all? */
export function callsTools(plan: Plan): boolean {
  return plan.nodes.some(({ work }) => work.type === 'tool' || (work.type === 'prompt' && (work.tools.length > 0 || work.agent !== undefined)))
}
