import type { Result } from '../diagnostic.ts'
import { dialectFor } from '../dialects/registry.ts'
import { isList } from '../dialects/shape.ts'
import { formatSource } from '../source/format/format.ts'
import type { Source } from '../source/tree.ts'
import type { TextEdit } from '../text/edit.ts'

/**
 * Lays a workflow file out: indentation by two, one space behind dashes and colons, one blank line at
 * most, lists of names all in brackets or all behind dashes, a line end at the end. Comments, values and
 * quotes stay, block texts keep their lines. Gives the smallest edits; none for a text that is laid out
 * already. Refused, with the reason, for a text that does not parse.
 */
export function formatRead(source: Source): Result<readonly TextEdit[]> {
  const dialect = dialectFor(source)
  return formatSource(source, (path) => {
    const shape = dialect.shapeAt(path)
    return shape?.type === 'value' && shape.entry !== true && isList(shape.field)
  })
}
