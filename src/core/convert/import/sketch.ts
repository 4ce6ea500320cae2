import type { NotCarried } from './ledger.ts'

/** A node in the making. `needs` and `routes` are ids of other nodes of the same sketch. */
export type SketchNode = {
  readonly id: string
  /** Where it came from: `jobs.build`, with the line. */
  readonly from: string
  readonly line: number
  readonly prompt: string
  readonly needs: readonly string[]
  readonly routes?: readonly string[]
  readonly timeout?: string
}

export type Sketch = {
  readonly name: string
  readonly description: string
  readonly nodes: readonly SketchNode[]
  readonly notCarriedOver: readonly NotCarried[]
}

/** More than anybody draws; what would grow beyond it is left whole. */
export const MOST_NODES = 2_000

/** More ways between nodes than anybody follows. */
export const MOST_NEEDS = 200_000

/** The text without the marks at its ends. Not by a pattern: those look at each run of marks again from each of its places. */
export function withoutEnds(text: string, marks: string): string {
  let start = 0
  let end = text.length
  while (start < end && marks.includes(text[start]!)) start += 1
  while (end > start && marks.includes(text[end - 1]!)) end -= 1
  return text.slice(start, end)
}

/** Gives each node of a sketch an id of its own, as close as can be to the name that it had. */
export class Ids {
  readonly #taken = new Set<string>()

  claim(wanted: string, stem: string): string {
    const clean = withoutEnds(wanted.normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, '-'), '-')
    const base = [...(clean === '' ? stem : clean)].slice(0, 80).join('')
    let id = base
    for (let n = 2; this.#taken.has(id); n += 1) id = `${base}_${n}`
    this.#taken.add(id)
    return id
  }
}

/** The sketch without needs that lead nowhere, stand twice or close a circle; each that goes is told. */
export function mended({ name, description, nodes, notCarriedOver }: Sketch): Sketch {
  const told: NotCarried[] = [...notCarriedOver]
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const state = new Map<string, 'open' | 'done'>()
  const kept = new Map<string, string[]>()
  // A walk without recursion: chains of thousands of nodes must not exhaust the stack.
  for (const start of nodes) {
    const stack: { readonly node: SketchNode; readonly rest: string[] }[] = []
    const enter = (node: SketchNode): void => {
      state.set(node.id, 'open')
      kept.set(node.id, [])
      stack.push({ node, rest: [...new Set(node.needs)].reverse() })
    }
    if (!state.has(start.id)) enter(start)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const need = top.rest.pop()
      if (need === undefined) {
        state.set(top.node.id, 'done')
        stack.pop()
        continue
      }
      const target = byId.get(need)
      if (target === undefined) continue
      if (state.get(need) === 'open') {
        told.push({ what: `${top.node.id} needs ${need}`, line: top.node.line, why: need === top.node.id ? 'A node cannot need itself.' : 'It closes a circle, in which no node could start.' })
        continue
      }
      kept.get(top.node.id)!.push(need)
      if (!state.has(need)) enter(target)
    }
  }
  return { name, description, notCarriedOver: told, nodes: nodes.map((node) => ({ ...node, needs: kept.get(node.id) ?? [] })) }
}
