import type { Json, Path } from '../../diagnostic.ts'
import type { PathOp, Source, SourceNode } from '../tree.ts'
import { IDS, LONG_TEXTS, TEXTS } from './workflow-file.ts'
import type { Draws } from './workflow-file.ts'

const KEYS = ['id', 'kind', 'agent', 'prompt', 'needs', 'routes', 'max_turns', 'output_format', 'model', 'x-new', 'odd: key', '', 'no', '1']

export const KEY_ORDER = ['name', 'description', 'nodes', 'id', 'kind', 'agent', 'prompt', 'needs', 'routes', 'max_turns', 'output_format', 'model']

/** Every place of a tree that an operation can name. */
export function placesOf(source: Source): readonly { readonly path: Path; readonly node: SourceNode | null }[] {
  const places: { path: Path; node: SourceNode | null }[] = []
  const visit = (node: SourceNode | null, path: Path): void => {
    places.push({ path, node })
    if (node?.kind === 'map') for (const { name, value } of node.entries) if (name !== null) visit(value, [...path, name])
    if (node?.kind === 'list') for (const [index, { value }] of node.items.entries()) visit(value, [...path, index])
  }
  visit(source.root, [])
  return places
}

/** An operation that makes sense in the source. */
export function randomOp(source: Source, draws: Draws): PathOp {
  const places = placesOf(source)
  const below = places.filter(({ path }) => path.length > 0)
  const maps = places.filter(({ node, path }) => node?.kind === 'map' || (node === null && path.length === 0))
  const lists = places.filter(({ node }) => node?.kind === 'list')
  const choice = draws.below(14)
  if (choice <= 2 || below.length === 0) {
    const { path } = draws.pick(maps.length > 0 ? maps : places)
    return { op: 'set', path: [...path, draws.pick(KEYS)], value: randomValue(draws), keyOrder: KEY_ORDER }
  }
  if (choice <= 5) return { op: 'set', path: draws.pick(below).path, value: randomValue(draws) }
  if (choice <= 8 && lists.length > 0) {
    const { path, node } = draws.pick(lists)
    const index = draws.below((node?.kind === 'list' ? node.items.length : 0) + 1)
    return { op: 'insert', path, index, value: draws.chance(6) ? randomNode(draws) : randomValue(draws) }
  }
  if (choice <= 10) return { op: 'delete', path: draws.pick(below).path }
  if (choice === 11) {
    const named = below.filter(({ path }) => typeof path.at(-1) === 'string')
    return { op: 'rename', path: draws.pick(named.length > 0 ? named : below).path, to: draws.pick(KEYS) }
  }
  if (choice === 12 && lists.some(({ node }) => node?.kind === 'list' && node.items.length > 1)) {
    const { path, node } = draws.pick(lists.filter(({ node }) => node?.kind === 'list' && node.items.length > 1))
    const count = node?.kind === 'list' ? node.items.length : 0
    return { op: 'move', path, from: draws.below(count), to: draws.below(count) }
  }
  return { op: 'comment', path: draws.pick(below).path, text: draws.pick(['a note', 'two\nlines', 'with\n\na gap', undefined]) }
}

export function randomNode(draws: Draws): { readonly [key: string]: Json } {
  return {
    id: draws.pick(IDS),
    ...(draws.chance(3) ? { kind: 'verifier' } : {}),
    prompt: draws.pick(draws.chance(5) ? LONG_TEXTS : TEXTS),
    ...(draws.chance(5) ? { needs: [draws.pick(IDS), draws.pick(IDS)].slice(draws.below(3)) } : {}),
    ...(draws.chance(2) ? { llm: { provider: 'x', deep: [{ a: [1] }, []] } } : {}),
  }
}

export function randomValue(draws: Draws): Json {
  switch (draws.below(9)) {
    case 0: case 1: return draws.pick(TEXTS)
    case 2: case 3: return draws.pick(LONG_TEXTS)
    case 4: return draws.pick<Json>([0, 1, -3, 1.5, 1e21, true, false, null])
    case 5: return [draws.pick(IDS), draws.pick(IDS), draws.pick(IDS)].slice(draws.below(4))
    case 6: return draws.pick<Json>([[], {}, [[]], [{}], { a: {} }])
    case 7: return randomNode(draws)
    default: return [randomNode(draws), draws.pick(TEXTS), [draws.pick(LONG_TEXTS)]]
  }
}
