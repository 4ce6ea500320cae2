import type { Json, Path } from '../diagnostic.ts'
import type { Dialect } from './dialect.ts'

type HasNodes = Pick<Dialect, 'nodesPath'>

/** Where the node with this index in the view stands in the model. */
export function pathOfNode({ nodesPath }: HasNodes, index: number): Path {
  return [...nodesPath, index]
}

/** The index of the node that a path of the model leads into; undefined when it leads into none. */
export function nodeIndexOf({ nodesPath }: HasNodes, path: Path): number | undefined {
  const index = path[nodesPath.length]
  return typeof index === 'number' && isWithin(path, nodesPath) ? index : undefined
}

/** The field of a node that a path of the model leads to or into; undefined when it leads into none. */
export function nodeFieldOf(dialect: HasNodes, path: Path): string | undefined {
  const field = path[dialect.nodesPath.length + 1]
  return typeof field === 'string' && nodeIndexOf(dialect, path) !== undefined ? field : undefined
}

/** Is `path` the path `outer`, or one that leads into it? */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((step, at) => step === path[at])
}

/** The part of a model that a path leads to; undefined when there is none. */
export function partAt(model: unknown, path: Path): Json | undefined {
  let part = model
  for (const step of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, step)) return undefined
    part = (part as { readonly [step: string | number]: unknown })[step]
  }
  return part as Json | undefined
}
