import type { Analysis } from '../document/types.ts'
import type { SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'
import { holds } from '../text/holds.ts'
import { wordRange } from './names.ts'

/** What holds an offset, from the smallest part to the whole text: for a selection that grows. */
export function rangesAround(analysis: Analysis, offset: number): readonly Range[] {
  const { text, root } = analysis.source
  const found: Range[] = [{ start: 0, end: text.length }]
  const add = (range: Range): void => {
    const last = found.at(-1)!
    if (range.start !== last.start || range.end !== last.end) found.push(range)
  }
  let node: SourceNode | null = root
  while (node) {
    add(node.outer)
    if (node.kind === 'scalar' || node.kind === 'alias') {
      add(wordRange(text, node.range))
      break
    }
    const part: { readonly range: Range; readonly value: SourceNode | null; readonly key?: SourceNode } | undefined =
      node.kind === 'list' ? node.items.find(({ range }) => holds(range, offset)) : node.entries.find(({ range }) => holds(range, offset))
    if (!part) break
    add(part.range)
    node = part.key && holds(part.key.range, offset) ? part.key : part.value && holds(part.value.outer, offset) ? part.value : null
  }
  return found.toReversed()
}
