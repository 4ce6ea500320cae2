import type { Field } from '../dialects/dialect.ts'
import { pathOfField } from '../dialects/node-commands.ts'
import { dialectNamed } from '../dialects/registry.ts'
import { fieldsOf, listOfNodes } from '../document/items.ts'
import type { Analysis } from '../document/types.ts'
import { lookup, resolve } from '../source/find.ts'
import { toJson } from '../source/to-json.ts'
import { canonicalJson } from '../text/canonical.ts'

/** What became of the graph between two texts, by the ids that nodes have. */
export type GraphChange = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** The fields that differ, in the order of the dialect; `comment` for the lines above a node. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[]
  /** Fields of the document itself. */
  readonly document: readonly string[]
  /** The nodes that both have stand in another order. */
  readonly reordered: boolean
}

type Node = { readonly id: string; readonly fields: ReadonlyMap<string, string>; readonly note: string }

/** Compares two analyses by nodes and fields. Null where either text does not parse, or they are of two dialects. */
export function compareGraphs(before: Analysis, after: Analysis): GraphChange | null {
  if (before.stale || after.stale || before.dialect !== after.dialect) return null
  const [old, now] = [nodesOf(before), nodesOf(after)]
  const gone = [...old.keys()].filter((key) => !now.has(key))
  const come = [...now.keys()].filter((key) => !old.has(key))
  const renamed = renames(gone, come, old, now)
  const taken = new Set(renamed.flatMap(({ from, to }) => [from, to]))
  const changed = [...now].flatMap(([key, node]) => {
    const other = old.get(key)
    const fields = other === undefined ? [] : differing(other, node)
    return fields.length === 0 ? [] : [{ id: key, fields: inOrder(fields, after) }]
  })
  const common = (keys: Iterable<string>, other: ReadonlyMap<string, Node>) => [...keys].filter((key) => other.has(key)).join('\n')
  return {
    added: come.filter((key) => !taken.has(key)),
    removed: gone.filter((key) => !taken.has(key)),
    renamed,
    changed,
    document: documentFields(before, after),
    reordered: common(old.keys(), now) !== common(now.keys(), old),
  }
}

function nodesOf(analysis: Analysis): ReadonlyMap<string, Node> {
  const dialect = dialectNamed(analysis.dialect)
  const items = (analysis.reading === null ? null : listOfNodes(analysis.reading))?.items ?? []
  return new Map(
    analysis.view.nodes.filter(({ index }) => index >= 0).map(({ key, id, index, note }) => {
      const fields = fieldsOf(items[index]?.value ?? null, dialect.nodeFields) ?? {}
      return [key, { id, note: note ?? '', fields: new Map(Object.entries(fields).map(([name, value]) => [name, canonicalJson(value)])) }]
    }),
  )
}

/** A node that is gone and one that has come, alike in all but the id, are one that was renamed. */
function renames(gone: readonly string[], come: readonly string[], old: ReadonlyMap<string, Node>, now: ReadonlyMap<string, Node>): GraphChange['renamed'] {
  const shapeOf = ({ fields, id }: Node) => [...fields].filter(([, value]) => value !== canonicalJson(id)).map((entry) => entry.join('\t')).sort().join('\n')
  const byShape = new Map<string, string>()
  for (const key of come) byShape.set(shapeOf(now.get(key)!), key)
  return gone.flatMap((from) => {
    const shape = shapeOf(old.get(from)!)
    const to = byShape.get(shape)
    if (to === undefined || shape === '') return []
    byShape.delete(shape)
    return [{ from, to }]
  })
}

function differing(before: Node, after: Node): string[] {
  const names = new Set([...before.fields.keys(), ...after.fields.keys()])
  const fields = [...names].filter((name) => before.fields.get(name) !== after.fields.get(name))
  return before.note === after.note ? fields : [...fields, 'comment']
}

function inOrder(fields: readonly string[], { dialect }: Analysis): readonly string[] {
  const order = new Map(dialectNamed(dialect).nodeFields.map(({ name }, at) => [name, at]))
  return fields.toSorted((a, b) => (order.get(a) ?? Infinity) - (order.get(b) ?? Infinity) || 0)
}

function documentFields(before: Analysis, after: Analysis): readonly string[] {
  const { documentFields: fields } = dialectNamed(after.dialect)
  const valueOf = ({ reading }: Analysis, field: Field): string => {
    let value = reading === null ? null : resolve(reading.source.root)
    for (const key of pathOfField(field)) value = value?.kind === 'map' ? resolve(lookup(value, String(key))?.value ?? null) : null
    return value === null ? '' : value.kind === 'scalar' ? value.text : canonicalJson(toJson(value))
  }
  return fields.filter((field) => valueOf(before, field) !== valueOf(after, field)).map(({ name }) => name)
}
