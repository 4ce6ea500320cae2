import type { Json, Path } from '../../diagnostic.ts'
import type { PathOp } from '../tree.ts'

type Mutable = null | boolean | number | string | Mutable[] | { [key: string]: Mutable }

/**
 * What an operation means for the value that a source holds, written down without a thought of
 * text. `isBlockList` tells whether a list, named by its path, is written with dashes: such a list goes with its
 * key when it becomes empty. A file that becomes empty holds null.
 */
export function applyToJson(json: Json, op: PathOp, isBlockList: (path: Path) => boolean): Json {
  const root = { root: structuredClone(json) as Mutable }
  const full: Path = ['root', ...op.path]
  switch (op.op) {
    case 'set': put(root, full, structuredClone(op.value) as Mutable); break
    case 'delete': remove(root, full, isBlockList); break
    case 'comment': break
    case 'rename': {
      const map = at(root, full.slice(0, -1)) as { [key: string]: Mutable }
      const entries = Object.entries(map).map(([key, value]) => [key === full.at(-1) ? op.to : key, value] as const)
      for (const key of Object.keys(map)) delete map[key]
      for (const [key, value] of entries) map[key] = value
      break
    }
    case 'insert': {
      const list = at(root, full)
      if (Array.isArray(list)) list.splice(op.index, 0, structuredClone(op.value) as Mutable)
      else put(root, full, [structuredClone(op.value) as Mutable])
      break
    }
    case 'move': {
      const list = at(root, full) as Mutable[]
      list.splice(op.to, 0, ...list.splice(op.from, 1))
    }
  }
  return root.root as Json
}

function at(root: Mutable, path: Path): Mutable | undefined {
  return path.reduce<Mutable | undefined>((value, key) => (value as { [key: string]: Mutable } | null | undefined)?.[key], root)
}

function put(root: Mutable, path: Path, value: Mutable): void {
  const parent = at(root, path.slice(0, -1))
  const key = path.at(-1) ?? ''
  if (parent === null || parent === undefined) put(root, path.slice(0, -1), { [key]: value })
  else (parent as { [key: string]: Mutable })[key] = value
}

function remove(root: Mutable, path: Path, isBlockList: (path: Path) => boolean): void {
  const parent = at(root, path.slice(0, -1))
  const key = path.at(-1) ?? ''
  if (Array.isArray(parent)) {
    parent.splice(Number(key), 1)
    const outer = at(root, path.slice(0, -2))
    if (parent.length === 0 && path.length > 2 && !Array.isArray(outer) && isBlockList(path.slice(1, -1))) remove(root, path.slice(0, -1), isBlockList)
    return
  }
  const map = parent as { [key: string]: Mutable }
  delete map[key]
  if (path.length === 2 && Object.keys(map).length === 0) put(root, ['root'], null)
}
