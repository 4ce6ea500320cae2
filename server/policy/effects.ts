import type { Plan, PolicyRule } from '../../src/core/index.ts'
import type { ToolInfo } from '../tools/tool.ts'
import { ACCEPTED, isCovered } from './decide.ts'

/** An effect that a run may have, with the nodes and tools that can raise it. */
export type PlannedEffect = { readonly effect: string; readonly nodes: readonly string[]; readonly tools: readonly string[] }

/** The tools that a node may call, by the names that it is written with. */
export type ToolsOfNode = (node: Plan['nodes'][number]) => Promise<readonly ToolInfo[]>

/** Every effect that a plan may have, in the order of the file; nothing is started to find out. */
export async function effectsOf(plan: Plan, toolsOf: ToolsOfNode): Promise<readonly PlannedEffect[]> {
  const effects = new Map<string, { readonly nodes: Set<string>; readonly tools: Set<string> }>()
  for (const node of plan.nodes) {
    for (const tool of await toolsOf(node)) {
      for (const effect of tool.raises) {
        const known = effects.get(effect) ?? { nodes: new Set(), tools: new Set() }
        known.nodes.add(node.id)
        known.tools.add(tool.name)
        effects.set(effect, known)
      }
    }
  }
  return [...effects].map(([effect, { nodes, tools }]) => ({ effect, nodes: [...nodes], tools: [...tools] }))
}

/** Those about which somebody has to be asked. */
export function uncovered(effects: readonly PlannedEffect[], rules: readonly PolicyRule[]): readonly PlannedEffect[] {
  return effects.filter(({ effect }) => !isCovered(effect, rules))
}

/** What a yes to these effects means: each is approved for the whole run of this definition, named by its hash, and for no other. */
export function accept(effects: readonly string[], definition: string): readonly PolicyRule[] {
  return effects.map((effect) => ({ effect, action: 'approve', source: ACCEPTED, definition }))
}
