import type { Json } from '../../diagnostic.ts'
import { buildNodePrompt } from '../../prompt/build.ts'
import type { AskedPrompt } from '../dialect.ts'
import type { DagDefinition } from './definition.ts'

/** The prompt of the node at `index`, with the results that `resultOf` knows of the nodes it needs. */
export function promptOf({ nodes }: DagDefinition, index: number, resultOf: (id: string) => Json | undefined): AskedPrompt | null {
  const node = nodes[index]
  if (!node) return null
  return { text: buildNodePrompt(node, new Map(node.needs.map((id) => [id, resultOf(id)]))), inputs: node.needs }
}
