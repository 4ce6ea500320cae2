import { dialectNamed } from '../dialects/registry.ts'
import { renderYaml } from '../source/patch/render.ts'
import type { SourceList, SourceNode } from '../source/tree.ts'
import { fieldsOf, listOfNodes } from './items.ts'
import { textOfItems } from './paste-text.ts'
import type { Analysis } from './types.ts'

/**
 * Nodes as YAML for the clipboard, in file order: a list that can be pasted into any editor, or back by
 * the `paste` command. In YAML's block style it is their own text with their comments. Empty when no key
 * names a node that is written, and while the text does not parse.
 */
export function copyNodes(analysis: Analysis, keys: readonly string[]): string {
  const { reading, view } = analysis
  const list = reading === null || analysis.stale ? null : listOfNodes(reading)
  if (reading === null || list === null) return ''
  const wanted = new Set(keys)
  const indices = view.nodes.filter(({ key, index }) => index >= 0 && wanted.has(key)).map(({ index }) => index).toSorted((a, b) => a - b)
  if (indices.length === 0) return ''
  const stands = list.style === 'block' && indices.every((index) => isPlain(list.items[index]?.value ?? null))
  return stands ? textOfItems(reading.source, list, indices, 0, '\n') : rendered(analysis, list, indices)
}

function rendered(analysis: Analysis, list: SourceList, indices: readonly number[]): string {
  const dialect = dialectNamed(analysis.dialect)
  const values = indices.flatMap((index) => fieldsOf(list.items[index]?.value ?? null, dialect) ?? [])
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
