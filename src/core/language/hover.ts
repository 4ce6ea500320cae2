import type { Path } from '../diagnostic.ts'
import { dialectNamed } from '../dialects/registry.ts'
import { isTemplateField } from '../dialects/shape.ts'
import type { Analysis } from '../document/types.ts'
import { resolve } from '../source/find.ts'
import type { SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'
import { holds } from '../text/holds.ts'
import { code, describeField, describeNode } from './describe.ts'
import { nameAt, namesLike, wordRange } from './names.ts'
import { describeVariable } from './template-at.ts'

export type HoverText = {
  readonly range: Range
  /** Markdown. */
  readonly text: string
}

/** What stands at an offset: a field with its help, a value with its meaning, a node that is named. Null for text. */
export function hoverAt(analysis: Analysis, offset: number): HoverText | null {
  return hoverOfName(analysis, offset) ?? hoverOfField(analysis, offset)
}

function hoverOfName(analysis: Analysis, offset: number): HoverText | null {
  const at = nameAt(analysis, offset)
  if (!at) return null
  const { text } = analysis.source
  const range = wordRange(text, at.range)
  if (at.kind === 'anchor') {
    const definition = namesLike(analysis, at).find(({ role }) => role === 'definition')
    const count = namesLike(analysis, at).length - 1
    return definition ? { range, text: `Anchor ${code(text.slice(definition.range.start, definition.range.end))}, used ${count === 1 ? 'once' : `${count} times`}.` } : null
  }
  if (at.kind === 'node') {
    const node = analysis.view.nodes.find(({ key }) => key === at.key)
    return node ? { range, text: describeNode(analysis.view, node) } : null
  }
  if (at.kind === 'variable') {
    const setBy = namesLike(analysis, at).filter(({ role }) => role === 'definition').flatMap(({ node }) => analysis.view.nodes.find(({ key }) => key === node)?.id ?? [])
    return { range, text: describeVariable(text.slice(range.start, range.end), setBy) }
  }
  const users = new Set(namesLike(analysis, at).flatMap(({ node }) => node ?? []))
  const field = fieldAt(analysis, offset)
  const used = users.size === 1 ? 'Used by one node.' : `Used by ${users.size} nodes.`
  return { range, text: `**${code(at.key)}**\n\n${field?.text ?? ''}\n\n${used}` }
}

function hoverOfField(analysis: Analysis, offset: number): HoverText | null {
  const at = fieldAt(analysis, offset)
  return at && { range: at.range, text: at.text }
}

/** The key at an offset, or the value of a choice. Of a text that does not parse what could be read of it. */
function fieldAt(analysis: Analysis, offset: number): HoverText | null {
  const dialect = dialectNamed(analysis.dialect)
  const found = entryAt(analysis.source.root, offset)
  const shape = found && dialect.shapeAt(found.path)
  if (!found || !shape) return null
  const field = shape.type === 'value' ? shape.field : shape.type === 'items' ? shape.group : null
  if (!field) return null
  if (found.isKey) return { range: found.range, text: `**${field.label}**\n\n${describeField(field)}` }
  const value = 'values' in field ? field.values?.find((each) => each.value === found.word.trim().toLowerCase()) : undefined
  if (value) return { range: found.range, text: `**${value.label}**\n\n${value.help}` }
  if (field.type === 'multiline' || isTemplateField(field) || field.type === 'items' || field.type === 'map') return null
  return { range: found.range, text: `**${field.label}**\n\n${describeField(field)}` }
}

type Found = { readonly path: Path; readonly range: Range; readonly isKey: boolean; readonly word: string }

function entryAt(root: SourceNode | null, offset: number): Found | null {
  const path: (string | number)[] = []
  let node = resolve(root)
  while (node) {
    if (node.kind === 'scalar') return holds(node.range, offset) ? { path, range: node.range, isKey: false, word: node.text } : null
    if (node.kind === 'list') {
      const index = node.items.findIndex(({ range }) => holds(range, offset))
      if (index < 0) return null
      path.push(index)
      node = node.items[index]!.value?.kind === 'alias' ? null : resolve(node.items[index]!.value)
      continue
    }
    const entry = node.entries.find(({ range, key }) => holds(range, offset) || holds(key.range, offset))
    if (!entry || entry.name === null) return null
    path.push(entry.name)
    if (holds(entry.key.range, offset)) return { path, range: entry.key.range, isKey: true, word: entry.name }
    node = entry.value?.kind === 'alias' ? null : resolve(entry.value)
  }
  return null
}
