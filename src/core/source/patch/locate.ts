import type { Path } from '../../diagnostic.ts'
import type { Source, SourceNode } from '../tree.ts'
import type { Container } from './extent.ts'

/** One step from the root: which part of which collection. */
export type Step = { readonly container: Container; readonly index: number }

/** How far a path leads in the tree as written. */
export type Located = {
  /** The steps that exist. */
  readonly steps: readonly Step[]
  /** What stands there: null for a key without a value, and for an empty text. */
  readonly node: SourceNode | null
  /** The rest of the path, which is not written; empty when all of it is. */
  readonly missing: Path
}

export function locate(source: Source, path: Path): Located {
  const steps: Step[] = []
  let node = source.root
  for (const [depth, key] of path.entries()) {
    const index = node?.kind === 'map' ? node.entries.findIndex(({ name }) => name === String(key))
      : node?.kind === 'list' && typeof key === 'number' && Number.isInteger(key) && key >= 0 && key < node.items.length ? key : -1
    if (index < 0 || (node?.kind !== 'map' && node?.kind !== 'list')) return { steps, node, missing: path.slice(depth) }
    steps.push({ container: node, index })
    node = (node.kind === 'map' ? node.entries[index] : node.items[index])?.value ?? null
  }
  return { steps, node, missing: [] }
}

/** Is the place within brackets, where nothing may be written on lines of its own? */
export function isInFlow(steps: readonly Step[]): boolean {
  return steps.some(({ container }) => container.style === 'flow')
}
