import type { GraphView } from '../../../core/index.ts'

/** A view from needs: `{ a: [], b: ['a'] }`; levels by the longest way. */
export function viewOf(needs: { readonly [id: string]: readonly string[] }): GraphView {
  const ids = Object.keys(needs)
  const level = new Map<string, number>()
  const levelOf = (id: string): number => {
    let known = level.get(id)
    if (known === undefined) {
      known = Math.max(-1, ...(needs[id] ?? []).filter((need) => need in needs).map(levelOf)) + 1
      level.set(id, known)
    }
    return known
  }
  const levels: string[][] = []
  for (const id of ids) (levels[levelOf(id)] ??= []).push(id)
  const ghosts = [...new Set(ids.flatMap((id) => needs[id] ?? []).filter((need) => !(need in needs)))]
  return {
    nodes: [
      ...ids.map((id, index) => ({ key: id, id, kind: 'agent' as const, summary: '', index })),
      ...ghosts.map((id) => ({ key: id, id, kind: 'agent' as const, summary: '', index: -1, ghost: true as const })),
    ],
    edges: ids.flatMap((to) => (needs[to] ?? []).map((from) => ({ key: `need:${from}>${to}`, kind: 'need' as const, from, to, ...(!(from in needs) && { broken: true as const }) }))),
    levels,
  }
}

/** Layers of `width` nodes, each needing two of the layer before. */
export function layered(count: number, width: number): GraphView {
  const needs: { [id: string]: string[] } = {}
  for (let i = 0; i < count; i += 1) {
    const base = (Math.floor(i / width) - 1) * width
    needs[`n${i}`] = base < 0 ? [] : [`n${base + ((i * 7) % width)}`, `n${base + ((i * 13 + 5) % width)}`]
  }
  return viewOf(needs)
}

/** Pairs of nodes that cover each other. */
export function overlaps(positions: ReadonlyMap<string, { readonly x: number; readonly y: number }>): readonly string[] {
  const list = [...positions].sort((a, b) => a[1].x - b[1].x)
  const found: string[] = []
  list.forEach(([a, p], i) => {
    for (let j = i + 1; j < list.length && list[j]![1].x < p.x + 208; j += 1) {
      const [b, q] = list[j]!
      if (Math.abs(p.y - q.y) < 84) found.push(`${a} ${b}`)
    }
  })
  return found
}
