import type { Path } from '../diagnostic.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { templateFieldAt } from '../dialects/shape.ts'
import { mapScalar } from '../source/scalar-map.ts'
import type { Source, SourceNode } from '../source/tree.ts'
import { templateTokens, type TemplateToken } from '../template/highlight.ts'
import type { Range } from '../text/edit.ts'

/**
 * The pieces of all templates that stand in a range of a file, in the order of the text and in offsets of it:
 * only what has a colour of its own. What does not meet the range is not read.
 */
export function templateTokensIn(source: Source, dialect: Pick<Dialect, 'shapeAt'>, within: Range): readonly TemplateToken[] {
  const found: TemplateToken[] = []
  const visit = (node: SourceNode | null, path: Path): void => {
    if (node === null || node.range.end < within.start || node.range.start > within.end) return
    switch (node.kind) {
      case 'map':
        for (const { name, value } of node.entries) if (name !== null) visit(value, [...path, name])
        return
      case 'list':
        node.items.forEach(({ value }, index) => visit(value, [...path, index]))
        return
      case 'scalar': {
        if (!node.text.includes('{{') || templateFieldAt(dialect, path) === null) return
        const map = mapScalar(source, node)
        if (!map) return
        for (const { kind, range } of templateTokens(node.text)) {
          const there = map.toSource(range)
          if (there.end >= within.start && there.start <= within.end) found.push({ kind, range: there })
        }
        return
      }
      // It is coloured where it is written.
      case 'alias':
    }
  }
  visit(source.root, [])
  return found
}
