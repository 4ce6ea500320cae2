import type { Source } from '../tree.ts'
import { extentOf } from './extent.ts'
import { forms, refuse, replace } from './form.ts'
import type { Forms } from './form.ts'
import { beforeBreak, eolNear, lineStart } from './lines.ts'
import type { Step } from './locate.ts'
import { isPrintable } from './plain.ts'

/** Sets the comment lines that a part of a block collection owns directly above it. */
export function setComment(source: Source, { container, index }: Step, comment: string | undefined): Forms {
  const range = container.range
  if (source.format === 'json') return refuse('refused/syntax', 'JSON has no comments. Turn the file into YAML to write some.', range)
  if (container.style === 'flow') {
    return refuse('refused/flow-comment', 'This stands within brackets, where a comment line has no place. Write it on lines of its own first.', range)
  }
  const extent = extentOf(source, container, index)
  if (extent.isInline && !comment) return forms([])
  if (extent.isInline) {
    return refuse('refused/syntax', 'This shares its line with a dash, so no comment line can stand above it alone. Comment on the item instead.', range)
  }
  const { text } = source
  const own = lineStart(text, extent.start)
  if (comment === undefined || comment === '') return forms([replace(extent.lead, own, '')])
  if (!isPrintable(comment.replaceAll('\r', ''))) {
    return refuse('refused/syntax', 'The comment holds characters that YAML does not allow, such as control characters. Remove them.', range)
  }
  const eol = eolNear(text, extent.start)
  const written = new Map(text.slice(extent.lead, own).split(/\r\n|\r|\n/).map((line) => [uncommented(line), line]))
  const lines = comment.split(/\r\n|\r|\n/).map((line) =>
    written.get(line) || ' '.repeat(extent.column) + (line === '' ? '#' : `# ${line}`))
  const start = beforeBreak(text, own) === own ? own : extent.lead
  return forms([replace(start, own, lines.map((line) => line + eol).join(''))])
}

/** The text of a comment line as `setComment` takes it. */
function uncommented(line: string): string {
  return line.replace(/^[ \t]*# ?/, '')
}
