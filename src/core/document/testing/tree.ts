import type { Json } from '../../diagnostic.ts'
import type { Part } from './page.ts'

/**
 * A file as a person would write it down, before any reading and whatever its dialect: what the printers
 * print and what the meaning of commands is said upon. Absent means not written.
 */
export type Tree = string | number | boolean | null | readonly Tree[] | TreeMap
export type TreeMap = { readonly [key: string]: Tree }

/** The way to a part: keys and places in lists. */
export type Way = readonly (string | number)[]

/** The lists whose items are maps: nodes, edges and steps. */
const ITEMS: ReadonlySet<string> = new Set(['nodes', 'edges', 'steps'])

export function isMap(tree: Tree | undefined): tree is TreeMap {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree)
}

export function isItems(key: string, tree: Tree | undefined): tree is readonly TreeMap[] {
  return ITEMS.has(key) && Array.isArray(tree)
}

/** Keys that no dialect knows hold any value, printed as JSON. */
export function isOpaque(key: string): boolean {
  return key.startsWith('x-')
}

export function partOf(way: Way): Part {
  return way.join('/')
}

export function join(part: Part, key: string | number): Part {
  return part === '' ? String(key) : `${part}/${key}`
}

export function isUnder(part: Part, parts: readonly Part[]): boolean {
  return parts.some((each) => part === each || part.startsWith(`${each}/`))
}

/** The part that a part stands in: '' for the root. */
export function holderOf(part: Part): Part {
  return part.slice(0, Math.max(0, part.lastIndexOf('/')))
}

/** Every part of a value and all within it, for what is printed on one line. */
export function partsWithin(part: Part, key: string, tree: Tree): Part[] {
  if (isOpaque(key)) return [part]
  if (Array.isArray(tree)) return [part, ...(tree as readonly Tree[]).flatMap((each, i) => partsWithin(join(part, i), '', each))]
  return isMap(tree) ? [part, ...Object.entries(tree).flatMap(([name, each]) => partsWithin(join(part, name), name, each))] : [part]
}

export function at(tree: Tree | undefined, way: Way): Tree | undefined {
  return way.reduce<Tree | undefined>((part, step) => {
    if (Array.isArray(part)) return (part as readonly Tree[])[Number(step)]
    return isMap(part) && Object.hasOwn(part, step) ? part[step] : undefined
  }, tree)
}

/** The tree with a value at a place; `undefined` takes the key away. Maps on the way are made. */
export function put(tree: Tree | undefined, way: Way, value: Tree | undefined): Tree {
  const [step, ...rest] = way
  if (step === undefined) return value ?? {}
  const inner = rest.length === 0 ? value : put(at(tree, [step]), rest, value)
  if (Array.isArray(tree)) return (tree as readonly Tree[]).with(Number(step), inner ?? null)
  const entries = Object.entries(isMap(tree) ? tree : {}).filter(([key]) => key !== step)
  const place = isMap(tree) ? Object.keys(tree).indexOf(String(step)) : -1
  if (inner === undefined) return fromEntries(entries)
  return fromEntries(place < 0 ? [...entries, [String(step), inner]] : entries.toSpliced(place, 0, [String(step), inner]))
}

function fromEntries(entries: readonly (readonly [string, Tree])[]): TreeMap {
  return Object.fromEntries(entries)
}

/** What stands under the keys that no dialect knows, by where they stand. */
export function opaqueIn(tree: Tree, way: Part = ''): readonly [Part, Json][] {
  if (Array.isArray(tree)) return (tree as readonly Tree[]).flatMap((each, i) => opaqueIn(each, join(way, i)))
  if (!isMap(tree)) return []
  return Object.entries(tree).flatMap(([key, each]): readonly [Part, Json][] => (isOpaque(key) ? [[join(way, key), each as Json]] : opaqueIn(each, join(way, key))))
}
