import type { TemplateHolder, Variables } from '../../agent-file/template-holder.ts'
import { TRIGGER } from '../../agent-file/output-rules.ts'
import type { Json, Path } from '../../diagnostic.ts'
import { once } from '../once.ts'
import { bodyOf, bodyPath, kindOf, type FlowDefinition, type FlowNode } from './definition.ts'
import { edgeFields, nodeFields } from './fields.ts'
import { keysOf, type FlowKeys } from './keys.ts'

/** In larger flows who came before whom is not asked for each node: every output counts as set. */
const MOST_TRACED = 2_000

const made = new WeakMap<FlowDefinition, readonly TemplateHolder[]>()

/** The parts of a flow that hold templates: its nodes, then its edges. */
export function holdersOf(definition: FlowDefinition): readonly TemplateHolder[] {
  const known = made.get(definition)
  if (known) return known
  const holders = makeHolders(definition)
  made.set(definition, holders)
  return holders
}

function makeHolders(definition: FlowDefinition): readonly TemplateHolder[] {
  const body = bodyOf(definition)
  const at = bodyPath(definition)
  const keys = keysOf(definition)
  const before = comesBefore(keys, body.nodes)
  const nodes = body.nodes.map((node, index): TemplateHolder => {
    const key = keys.keys[index]!
    const item = itemOf(node)
    const set = before(key)
    const isPlace = (name: string) => name === `${item}_index`
    const isOwn = (name: string, field: string) => item !== null && field !== 'for_each' && field !== 'output' && (name === item || isPlace(name))
    return {
      path: [...at, 'nodes', index], id: node.id, key, fields: nodeFields, values: values(node),
      variables: (field) => (item === null || field === 'for_each' ? set : withItem(item, set)),
      identity: (name, field) => (isOwn(name, field) ? `${key}/${item}` : name),
      suffix: (name, field) => (isOwn(name, field) && isPlace(name) ? '_index' : ''),
    }
  })
  const edges = keys.edges.map(({ place, from }): TemplateHolder => {
    const index = keys.byKey.get(from)
    const own = index === undefined ? undefined : body.nodes[index]
    return {
      path: [...at, 'edges', place] satisfies Path, id: own?.id ?? from, key: from, fields: edgeFields, values: values(body.edges[place]!),
      variables: () => before(from, own?.output),
      identity: (name) => name,
    }
  })
  return [...nodes, ...edges]
}

function values(part: object): TemplateHolder['values'] {
  return part as { readonly [field: string]: Json | undefined }
}

/** The variable that the templates of a node read an item by; null when it has none. */
function itemOf(node: FlowNode): string | null {
  return node.for_each === undefined || kindOf(node) === 'branch' ? null : (node.item_var ?? 'item')
}

function withItem(item: string, set: Variables): Variables {
  const own = [item, `${item}_index`]
  return { has: (name) => own.includes(name) || set.has(name), names: () => [...own, ...set.names()] }
}

/** What can have been set when a run comes to a node: the trigger, and the outputs of those that lead to it. */
function comesBefore({ edges, keys }: FlowKeys, nodes: readonly FlowNode[]): (key: string, own?: string) => Variables {
  const incoming = once(() => {
    const into = new Map<string, string[]>()
    for (const { from, to } of edges) {
      const list = into.get(to)
      if (list) list.push(from)
      else into.set(to, [from])
    }
    return into
  })
  const outputs = new Map(nodes.map((node, index) => [keys[index]!, node.output]))
  const all = once(() => new Set([TRIGGER, ...nodes.flatMap(({ output }) => output ?? [])]))
  const known = new Map<string, ReadonlySet<string>>()
  const setAt = (key: string): ReadonlySet<string> => {
    if (nodes.length > MOST_TRACED) return all()
    const done = known.get(key)
    if (done) return done
    const seen = new Set<string>()
    // The nearest are offered first.
    const found: string[] = []
    const queue = [key]
    for (const at of queue) {
      for (const from of incoming().get(at) ?? []) {
        if (seen.has(from)) continue
        seen.add(from)
        queue.push(from)
        const output = outputs.get(from)
        if (output !== undefined) found.push(output)
      }
    }
    const set = new Set([...found, TRIGGER])
    known.set(key, set)
    return set
  }
  return (key, own) => ({
    has: (name) => name === own || setAt(key).has(name),
    names: () => (own === undefined || setAt(key).has(own) ? setAt(key) : [own, ...setAt(key)]),
  })
}

/** The ids of the nodes that set each variable. */
export function settersOf(definition: FlowDefinition): ReadonlyMap<string, readonly string[]> {
  const setters = new Map<string, string[]>()
  for (const { output, id } of bodyOf(definition).nodes) {
    if (output === undefined) continue
    const list = setters.get(output)
    if (list) list.push(id)
    else setters.set(output, [id])
  }
  return setters
}
