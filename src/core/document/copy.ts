import type { Field, Reading } from '../dialects/dialect.ts'
import { dialectNamed } from '../dialects/registry.ts'
import { renderYaml } from '../source/patch/render.ts'
import type { Source, SourceList, SourceNode } from '../source/tree.ts'
import { fieldsOf, listOfEdges, listOfNodes } from './items.ts'
import { textOfItems } from './paste-text.ts'
import type { Analysis } from './types.ts'

/**
 * Nodes as YAML for the clipboard, in file order: a list that can be pasted into any editor, or back by
 * the `paste` command. In YAML's block style it is their own text with their comments. Empty when no key
 * names a node that is written, and while the text does not parse. Edges among the nodes, where they are a list
 * of their own, come along under `edges`, the nodes under `nodes` then.
 */
export function copyNodes(analysis: Analysis, keys: readonly string[]): string {
  const { reading, view } = analysis
  const list = reading === null || analysis.stale ? null : listOfNodes(reading)
  if (reading === null || list === null) return ''
  const wanted = new Set(keys)
  const indices = view.nodes.filter(({ key, index }) => index >= 0 && wanted.has(key)).map(({ index }) => index).toSorted((a, b) => a - b)
  if (indices.length === 0) return ''
  const dialect = dialectNamed(analysis.dialect)
  const nodes = textOf(reading.source, list, indices, dialect.nodeFields)
  const edges = innerEdges(analysis, reading, wanted)
  const between = edges === null || nodes === '' ? '' : textOf(reading.source, edges.list, edges.indices, dialect.edgeFields)
  return between === '' ? nodes : `nodes:\n${nodes}edges:\n${between}`
}

/** The edges that are items of a list and join two of the nodes; null when there are none. */
function innerEdges({ view, dialect }: Analysis, reading: Reading, wanted: ReadonlySet<string>): { readonly list: SourceList; readonly indices: readonly number[] } | null {
  const list = listOfEdges(reading)
  if (list === null) return null
  const inner = view.edges.filter(({ from, to }) => wanted.has(from) && wanted.has(to))
  const indices = inner.flatMap((edge) => {
    const place = dialectNamed(dialect).edgePath(reading.model, edge)?.at(-1)
    return typeof place === 'number' ? [place] : []
  })
  return indices.length === 0 ? null : { list, indices: indices.toSorted((a, b) => a - b) }
}

/** Items as they are written where that can stand alone, else as their values. Ends with a line end. */
function textOf(source: Source, list: SourceList, indices: readonly number[], table: readonly Field[]): string {
  const stands = list.style === 'block' && indices.every((index) => isPlain(list.items[index]?.value ?? null))
  if (stands) return textOfItems(source, list, indices, 0, '\n')
  const values = indices.flatMap((index) => fieldsOf(list.items[index]?.value ?? null, table) ?? [])
  return values.length === 0 ? '' : renderYaml(values)
}

/** Can the text stand alone? Not with an alias or a merge of what is elsewhere, nor with an anchor that others use. */
function isPlain(node: SourceNode | null): boolean {
  if (node === null) return true
  if (node.anchor !== undefined) return false
  switch (node.kind) {
    case 'alias':
      return false
    case 'scalar':
      return true
    case 'list':
      return node.items.every((item) => isPlain(item.value))
    case 'map':
      return node.entries.every((entry) => isPlain(entry.key) && isPlain(entry.value))
  }
}
