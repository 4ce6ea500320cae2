import type { Occurrence } from '../dialects/occurrence.ts'
import { dialectFor } from '../dialects/registry.ts'
import type { Reading } from '../dialects/dialect.ts'
import type { Analysis } from '../document/types.ts'
import type { SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'

/** A place that names something; anchors and aliases of the text itself are names too. */
export type Name = Omit<Occurrence, 'kind' | 'node'> & { readonly kind: Occurrence['kind'] | 'anchor'; readonly node?: string }

const found = new WeakMap<Reading, readonly Name[]>()

/** Every name in the text, in its order; none while it does not parse, since ranges would be of another text. */
export function namesOf(analysis: Analysis): readonly Name[] {
  const { reading, stale } = analysis
  if (stale || reading === null) return []
  const known = found.get(reading)
  if (known) return known
  const names = [...dialectFor(reading.source).occurrences(reading), ...anchorsOf(reading.source.root)].toSorted((a, b) => a.range.start - b.range.start)
  found.set(reading, names)
  return names
}

/** The name that an offset stands in or at the end of. An alias is a name itself, and stands for one: what is defined here is meant first. */
export function nameAt(analysis: Analysis, offset: number): Name | null {
  const rank = ({ kind }: Name): number => (kind === 'node' ? 0 : kind === 'anchor' ? 1 : 2)
  let best: Name | null = null
  for (const name of namesOf(analysis)) {
    const { start, end } = name.range
    if (start > offset || offset > end) continue
    const size = best === null ? Infinity : best.range.end - best.range.start
    if (best === null || end - start < size || (end - start === size && rank(name) < rank(best))) best = name
  }
  return best
}

/** Every place that names the same, in the order of the text. */
export function namesLike(analysis: Analysis, name: Name): readonly Name[] {
  return namesOf(analysis).filter(({ kind, key }) => kind === name.kind && key === name.key)
}

/** The name alone, without the quotes around it. */
export function wordRange(text: string, { start, end }: Range): Range {
  const first = text[start]
  return end - start >= 2 && (first === '"' || first === "'") && text[end - 1] === first ? { start: start + 1, end: end - 1 } : { start, end }
}

/** Anchors by the node that they stand on, so that two of one name are told apart, and their aliases. */
function anchorsOf(root: SourceNode | null): Name[] {
  const names: Name[] = []
  const ids = new Map<SourceNode, string>()
  const keyOf = (node: SourceNode): string => {
    const known = ids.get(node) ?? String(ids.size)
    ids.set(node, known)
    return known
  }
  const open: SourceNode[] = root ? [root] : []
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.anchor !== undefined) {
      const { start } = node.outer
      names.push({ kind: 'anchor', key: keyOf(node), role: 'definition', path: [], range: { start, end: start + node.anchor.length + 1 } })
    }
    if (node.kind === 'alias') {
      if (node.target) names.push({ kind: 'anchor', key: keyOf(node.target), role: 'reference', path: [], range: node.range })
    } else if (node.kind === 'list') for (const { value } of node.items) { if (value) open.push(value) }
    else if (node.kind === 'map') for (const { key, value } of node.entries) open.push(key, ...(value ? [value] : []))
  }
  return names
}
