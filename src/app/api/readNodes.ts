import type { NodeState } from '../../core/index.ts'
import { nodeStateSchema } from '../../protocol/index.ts'

/** Milliseconds of reading between two breaths. */
const SLICE = 8

/**
 * Reads the nodes of a run a part at a time, so that the page can draw in between: those of a large run
 * take a quarter of a second. Gives the fault in words when one does not read.
 */
export async function readNodes(nodes: { readonly [id: string]: unknown }): Promise<{ readonly [id: string]: NodeState } | string> {
  const read: { [id: string]: NodeState } = Object.create(null)
  let began = performance.now()
  for (const [id, node] of Object.entries(nodes)) {
    const parsed = nodeStateSchema.safeParse(node)
    if (!parsed.success) return `${id}: ${parsed.error.issues[0]?.message ?? 'unknown shape'}`
    read[id] = parsed.data
    if (performance.now() - began < SLICE) continue
    await new Promise((resolve) => setTimeout(resolve, 0))
    began = performance.now()
  }
  return read
}
