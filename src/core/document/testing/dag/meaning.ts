import type { Json } from '../../../diagnostic.ts'
import type { Plain, PlainNode } from './plain.ts'

/**
 * What each command means, said upon plain definitions and without a look at how it is carried out.
 * Nodes are named by their place, since ids may be missing or doubled.
 */
export type Intent =
  | { readonly type: 'add'; readonly node: PlainNode & { readonly id: string }; readonly after?: number }
  | { readonly type: 'remove'; readonly nodes: readonly number[] }
  | { readonly type: 'rename'; readonly node: number; readonly to: string }
  | { readonly type: 'connect' | 'disconnect'; readonly from: number; readonly to: number; readonly kind: 'need' | 'route' }
  | { readonly type: 'setField'; readonly node: number; readonly field: Exclude<keyof PlainNode, 'id' | 'x-extra'>; readonly value: Json | undefined }
  | { readonly type: 'setDocument'; readonly field: 'name' | 'description'; readonly value: string | undefined }
  | { readonly type: 'setComment'; readonly node: number; readonly text: string | undefined }
  | { readonly type: 'moveNode'; readonly node: number; readonly before?: number }

/** The definition after the command; `refused` when the rules forbid it. */
export type Meant = { readonly plain: Plain; readonly refused?: undefined } | { readonly refused: string }

export function meant(plain: Plain, intent: Intent): Meant {
  const { nodes } = plain
  const withNodes = (next: readonly PlainNode[]): Meant => ({ plain: { ...plain, nodes: next } })
  switch (intent.type) {
    case 'add': {
      if (clean(intent.node.id) === '') return { refused: 'blank id' }
      if (nodes.some((node) => same(node.id, intent.node.id))) return { refused: 'id is taken' }
      const at = intent.after === undefined ? nodes.length : intent.after + 1
      return withNodes([...nodes.slice(0, at), intent.node, ...nodes.slice(at)])
    }
    case 'remove': {
      const left = nodes.filter((_, i) => !intent.nodes.includes(i))
      const gone = intent.nodes.map((i) => nodes[i]!.id).filter((id) => clean(id) !== '' && !left.some((node) => same(node.id, id)))
      const stays = (id: string) => !gone.some((each) => same(each, id))
      return withNodes(left.map((node) => mapReferences(node, (ids) => ids.filter(stays))))
    }
    case 'rename': {
      const old = nodes[intent.node]!.id
      const to = clean(intent.to)
      if (to === '') return { refused: 'blank id' }
      if (nodes.some((node, i) => i !== intent.node && same(node.id, to))) return { refused: 'id is taken' }
      const owns = answers(nodes, intent.node)
      return withNodes(
        nodes.map((node, i) => {
          const followed = owns ? mapReferences(node, (ids) => ids.map((id) => (same(id, old) ? to : id))) : node
          return i === intent.node ? { ...followed, id: to } : followed
        }),
      )
    }
    case 'connect': {
      const refusal = refuseEdge(nodes, intent.from, intent.to, intent.kind)
      if (refusal !== null) return { refused: refusal }
      const [holder, field, other] = intent.kind === 'need' ? ([intent.to, 'needs', intent.from] as const) : ([intent.from, 'routes', intent.to] as const)
      const id = clean(nodes[other]!.id)
      if (has(nodes[holder]![field], id)) return { refused: 'is there already' }
      return withNodes(nodes.map((node, i) => (i === holder ? { ...node, [field]: [...(node[field] ?? []), id] } : node)))
    }
    case 'disconnect': {
      const [holder, field, other] = intent.kind === 'need' ? ([intent.to, 'needs', intent.from] as const) : ([intent.from, 'routes', intent.to] as const)
      const { id } = nodes[other]!
      if (!answers(nodes, other) || !has(nodes[holder]![field], clean(id))) return { refused: 'no such edge' }
      return withNodes(nodes.map((node, i) => (i === holder && node[field] !== undefined ? { ...node, [field]: node[field].filter((each) => !same(each, id)) } : node)))
    }
    case 'setField':
      return withNodes(nodes.map((node, i) => (i === intent.node ? setOrClear(node, intent.field, intent.value) : node)))
    case 'setDocument':
      return { plain: setOrClear(plain, intent.field, intent.value) }
    case 'setComment':
      return { plain }
    case 'moveNode': {
      const moved = nodes[intent.node]!
      if (intent.before === intent.node) return { plain }
      const target = intent.before === undefined ? undefined : nodes[intent.before]!
      const rest = nodes.filter((_, i) => i !== intent.node)
      const at = target === undefined ? rest.length : rest.indexOf(target)
      return withNodes([...rest.slice(0, at), moved, ...rest.slice(at)])
    }
  }
}

/** The rules of edges: a need may not close a circle, a route starts at a router and leads elsewhere. */
function refuseEdge(nodes: readonly PlainNode[], from: number, to: number, kind: 'need' | 'route'): string | null {
  if (!answers(nodes, kind === 'need' ? from : to)) return 'cannot be named'
  if (from === to) return 'itself'
  if (kind === 'route') return clean(nodes[from]!.kind).toLowerCase() === 'router' ? null : 'not a router'
  const seen = new Set<number>()
  const open = [from]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return 'a circle'
    if (seen.has(next)) continue
    seen.add(next)
    for (const id of nodes[next]!.needs ?? []) {
      const i = nodes.findIndex((node) => same(node.id, id))
      if (i >= 0) open.push(i)
    }
  }
  return null
}

/** An id means the first node that has it; a node without an id cannot be named. */
function answers(nodes: readonly PlainNode[], index: number): boolean {
  const { id } = nodes[index]!
  return clean(id) !== '' && nodes.findIndex((node) => same(node.id, id)) === index
}

function mapReferences(node: PlainNode, change: (ids: readonly string[]) => readonly string[]): PlainNode {
  return {
    ...node,
    ...(node.needs === undefined ? {} : { needs: change(node.needs) }),
    ...(node.routes === undefined ? {} : { routes: change(node.routes) }),
  }
}

function setOrClear<T extends object>(target: T, field: string, value: Json | undefined): T {
  const rest = Object.fromEntries(Object.entries(target).filter(([key]) => key !== field))
  return (value === undefined ? rest : { ...rest, [field]: value }) as T
}

export function clean(text: string | undefined): string {
  return (text ?? '').trim()
}

function same(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && clean(a).normalize('NFC') === clean(b).normalize('NFC')
}

function has(list: readonly string[] | undefined, id: string): boolean {
  return (list ?? []).some((each) => same(each, id))
}

/** The normalised definition that a plain one stands for: the rules of trimming and defaults, said again. */
export type Meaning = {
  readonly name: string
  readonly description: string
  readonly nodes: readonly { readonly [field: string]: string | number | readonly string[] }[]
}

export function meaningOf(plain: { readonly name?: string; readonly description?: string; readonly nodes: readonly Omit<PlainNode, 'x-extra'>[] }): Meaning {
  return {
    name: clean(plain.name),
    description: clean(plain.description),
    nodes: plain.nodes.map((node) => ({
      id: clean(node.id),
      kind: clean(node.kind).toLowerCase() || 'agent',
      agent: clean(node.agent),
      prompt: clean(node.prompt),
      needs: distinct(node.needs),
      routes: distinct(node.routes),
      max_turns: Math.max(0, node.max_turns ?? 0),
      output_format: clean(node.output_format),
      model: clean(node.model),
      tools: distinct(node.tools),
      timeout: clean(node.timeout),
    })),
  }
}

function distinct(values: readonly string[] | undefined): string[] {
  const kept: string[] = []
  for (const value of (values ?? []).map((each) => clean(each))) if (value !== '' && !kept.includes(value)) kept.push(value)
  return kept
}
