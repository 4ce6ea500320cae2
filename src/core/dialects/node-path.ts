import type { Json, Path } from '../diagnostic.ts'
import type { Dialect } from './dialect.ts'

/** Where the node with this index in the view stands in the model. */
export function pathOfNode<Model>(dialect: Pick<Dialect<Model>, 'nodesPath'>, model: Model, index: number): Path {
  return [...dialect.nodesPath(model), index]
}

/** The index of the node that a path of the model leads into; undefined when it leads into none. */
export function nodeIndexOf({ nodesPaths }: Pick<Dialect, 'nodesPaths'>, path: Path): number | undefined {
  const list = nodesPaths.find((each) => isWithin(path, each))
  const index = list && path[list.length]
  return typeof index === 'number' ? index : undefined
}

/** The field of a node that a path of the model leads to or into; undefined when it leads into none. */
export function nodeFieldOf({ nodesPaths }: Pick<Dialect, 'nodesPaths'>, path: Path): string | undefined {
  const list = nodesPaths.find((each) => isWithin(path, each))
  const field = list && path[list.length + 1]
  return typeof field === 'string' && typeof path[list!.length] === 'number' ? field : undefined
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
