import type { SourceNode } from '../tree.ts'

/** Shows every node of a tree once, those around before those within, keys included. */
export function eachNode(node: SourceNode | null, see: (node: SourceNode) => void): void {
  if (!node) return
  see(node)
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      eachNode(key, see)
      eachNode(value, see)
    }
  } else if (node.kind === 'list') for (const { value } of node.items) eachNode(value, see)
}
