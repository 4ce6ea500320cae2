import type { Range } from '../../text/edit.ts'
import { ODD_SPACES } from '../characters.ts'
import { shown } from '../shown.ts'
import type { TextLines } from '../text-lines.ts'
import type { LibraryError } from './compose.ts'
import { oddIndentation } from './check.ts'
import type { Fault } from './fault.ts'
import { quoteValue } from './quote.ts'
import { explainAtEnd, explainKey } from './explain-line.ts'
import { fault, indentation } from './make-fault.ts'
import { isTabIndented, tabFault } from './tabs.ts'

/** Errors of the library that leave the tree as it is, and that we tell of ourselves. */
export function isHarmless({ code }: LibraryError): boolean {
  return code === 'TAG_RESOLVE_FAILED' || code === 'BAD_COLLECTION_TYPE' || code === 'DUPLICATE_KEY'
}

/** An error of the library in plain words, or null when it is told elsewhere or is none here. */
export function explain(error: LibraryError, lines: TextLines): Fault | null {
  const range = clamp(error.pos, lines.text)
  return lineFault(range, lines) ?? byCode(error, range, lines)
}

/** Errors around a line that odd characters indent have that cause, whatever the library makes of them. */
function lineFault(range: Range, lines: TextLines): Fault | null {
  const first = lines.lineOf(range.start)
  // An error at a line's end is often about how the next line starts.
  const isAtEnd = range.start >= lines.rangeOf(first).end
  const last = Math.min(lines.lineOf(range.end), first + 1)
  for (const line of [first, ...(isAtEnd ? [first + 1] : []), ...(last > first ? [last] : [])]) {
    const { start, end } = lines.rangeOf(line)
    const content = lines.text.slice(start, end)
    const spaces = content.length - content.trimStart().length
    if (spaces === content.length) continue
    const indent = content.slice(0, spaces)
    if (isTabIndented(lines, line)) return tabFault(lines, line)
    const odd = ODD_SPACES.exec(indent.replace(/^ +/, ''))?.[0]
    if (odd === undefined) continue
    const at = start + indent.indexOf(odd)
    return { diagnostic: oddIndentation(lines.text, { start: at, end: at + odd.length }, line), spoilsAfter: start }
  }
  return null
}

function byCode(error: LibraryError, range: Range, lines: TextLines): Fault | null {
  const { message } = error
  switch (error.code) {
    case 'TAB_AS_INDENT': return tabFault(lines, lines.lineOf(range.start))
    case 'BAD_INDENT':
      // Told with the place where the bracket opens.
      return message.startsWith('Flow ') ? null : indentation(range, lines)
    case 'BLOCK_AS_IMPLICIT_KEY': return explainKey(message, range, lines)
    case 'MULTILINE_IMPLICIT_KEY': return explainKey(message, range, lines)
    case 'MISSING_CHAR': return missingCharacter(message, range, lines)
    case 'BAD_SCALAR_START': {
      const start = lines.text[range.start] ?? ''
      const remedy = quoteValue(lines.text, lines.rangeOf(lines.lineOf(range.start)))
      return fault('yaml/syntax', range, `A text cannot start with ${start === '`' ? 'a backtick' : `\`${start}\``} unless it is in quotes. Put quotes around it.`,
        remedy ? [{ title: 'Put quotes around the text', edits: [remedy] }] : [])
    }
    case 'BAD_ALIAS':
      return message.includes('ambiguous') ? null : fault('yaml/syntax', range,
        `\`${lines.text[range.start] ?? ''}\` starts an anchor or an alias, and no name follows. If it is text, put quotes around it.`, quoteRemedy(range, lines))
    case 'BAD_DQ_ESCAPE': return badEscape(range, lines)
    case 'UNEXPECTED_TOKEN': return explainAtEnd(message, range, lines)
    case 'BAD_DIRECTIVE': return directive(range, 'This directive is not one that YAML 1.2 knows. Remove it.')
    case 'BLOCK_IN_FLOW': return fault('yaml/syntax', firstLine(range, lines),
      'Between brackets entries are separated by commas. Add a comma between them.')
    case 'KEY_OVER_1024_CHARS': return fault('yaml/syntax', { start: range.start, end: Math.min(range.end, range.start + 40) },
      'A key can be at most 1,024 characters long. Shorten it.')
    case 'BAD_PROP_ORDER': return fault('yaml/syntax', range, 'An anchor or a tag stands before the value, after the dash or the colon. Move it there.')
    case 'MULTIPLE_ANCHORS': return fault('yaml/syntax', range, 'A value can have one anchor only. Remove one of the two.')
    case 'MULTIPLE_TAGS': return fault('yaml/tag', range, 'A value can have one tag only. Remove one of the two.')
    case 'ALIAS_PROPS': return fault('yaml/syntax', range, 'An alias can have no anchor and no tag of its own. Remove them.')
    case 'RESOURCE_EXHAUSTION': return fault('yaml/too-deep', range, 'This is nested too deep to be read. Flatten it.')
    case 'TAG_RESOLVE_FAILED': case 'BAD_COLLECTION_TYPE': case 'DUPLICATE_KEY': case 'MULTIPLE_DOCS': case 'NON_STRING_KEY':
      return null
    case 'IMPOSSIBLE': return fault('yaml/syntax', range, `This cannot be read as YAML (${message}).`)
  }
}

function missingCharacter(message: string, range: Range, lines: TextLines): Fault | null {
  if (message.startsWith('Flow ') || message.startsWith('Missing closing')) return null
  if (message.startsWith('Implicit map keys')) return explainKey(message, range, lines)
  if (message.startsWith('Comments must')) {
    return fault('yaml/syntax', { start: range.start, end: range.start + 1 }, 'A comment needs a space before its `#`. Add one, or put quotes around the text.',
      [{ title: 'Add a space', edits: [{ range: { start: range.start, end: range.start }, text: ' ' }] }])
  }
  if (message.startsWith('Missing , between') || message.startsWith('Missing , or :')) {
    return fault('yaml/syntax', range, 'A comma is missing before this.',
      [{ title: 'Add a comma', edits: [commaBefore(range.start, lines.text)] }])
  }
  if (message.startsWith('Missing space after :')) {
    return fault('yaml/syntax', range, 'A space is missing after the colon.',
      [{ title: 'Add a space', edits: [{ range: { start: range.start + 1, end: range.start + 1 }, text: ' ' }] }])
  }
  if (message.startsWith('Sequence item without')) return indentation(range, lines)
  if (message.startsWith('Block scalars with more-indented')) {
    return fault('yaml/indentation', range, 'The first lines of this text are indented more than those after them. Say the indentation after the `|`, as in `|2`.')
  }
  if (message.startsWith('Block collection cannot start')) {
    return fault('yaml/syntax', range, 'After `---` the workflow starts on the next line. Add a line break.')
  }
  if (message.startsWith('Missing directives-end')) {
    const line = lines.rangeOf(1)
    return directive(line, 'A line that starts with `%` is a directive and needs a line `---` after it. Add that line, or remove the directive.')
  }
  if (message.startsWith('Missing newline after block sequence props')) {
    return fault('yaml/syntax', range, 'After an anchor or a tag a list starts on the next line. Add a line break.')
  }
  if (message.startsWith('Tags and anchors')) {
    return fault('yaml/syntax', range, 'A space is missing after the anchor or the tag. If this is text, put quotes around it.', quoteRemedy(range, lines))
  }
  return fault('yaml/syntax', range, `${message}.`)
}

function badEscape(range: Range, lines: TextLines): Fault {
  const escape = lines.text.slice(range.start, range.start + 2)
  return fault('yaml/syntax', { start: range.start, end: range.start + 2 },
    `In double quotes \`${shown(escape)}\` is not an escape. Write \`\\\\\` for a backslash, or use single quotes.`,
    [{ title: 'Write \\\\', edits: [{ range: { start: range.start, end: range.start }, text: '\\' }] }])
}

function directive(range: Range, message: string): Fault {
  return { ...fault('yaml/directive', range, message), spoilsAfter: range.start }
}

function quoteRemedy(range: Range, lines: TextLines): NonNullable<Fault['remedies']> {
  const edit = quoteValue(lines.text, lines.rangeOf(lines.lineOf(range.start)))
  return edit ? [{ title: 'Put quotes around the text', edits: [edit] }] : []
}

/** The edit that puts a comma after what stands before an offset. */
function commaBefore(offset: number, text: string): { range: Range; text: string } {
  let at = offset
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at -= 1
  return { range: { start: at, end: at }, text: ',' }
}

function firstLine(range: Range, lines: TextLines): Range {
  return { start: range.start, end: Math.min(range.end, Math.max(range.start + 1, lines.rangeOf(lines.lineOf(range.start)).end)) }
}

function clamp([from, to]: readonly [number, number], text: string): Range {
  const start = Math.min(Math.max(from, 0), text.length)
  return { start, end: Math.min(Math.max(to, start), text.length) }
}

