import type { Range } from '../../text/edit.ts'
import { shown } from '../shown.ts'
import type { TextLines } from '../text-lines.ts'
import type { Fault } from './fault.ts'
import { fault, indentation } from './make-fault.ts'
import { quoteValue, valueOfLine } from './quote.ts'

/** Errors about keys: no colon, no space after it, two of them in a line, or a line that is indented wrongly. */
export function explainKey(message: string, range: Range, lines: TextLines): Fault {
  const { text } = lines
  const line = lines.lineOf(range.start)
  if (message.startsWith('Nested mappings')) {
    const last = lines.lineOf(keyEnd(text, range.start))
    return last > line ? indentation(range, lines, last) : colonInPlain(range, lines, line)
  }
  if (message.startsWith('A block sequence')) return indentation({ start: range.end, end: range.end }, lines)
  const header = blockTextAbove(lines, line)
  if (header) return fault('yaml/indentation', inLine(range, lines),
    `The text that \`${header}\` on line ${line - 1} starts must be indented more than its key. Indent this line.`)
  const content = lines.textOf(line).trim()
  const noSpace = /^(?:- +)*([^\s:"'[\]{}]+):(?=[^\s:/])/.exec(content)
  if (noSpace) {
    const at = text.indexOf(':', range.start) + 1
    return fault('yaml/syntax', inLine(range, lines), `A space is missing after the colon of \`${shown(noSpace[1] ?? '')}\`.`,
      [{ title: 'Add a space', edits: [{ range: { start: at, end: at }, text: ' ' }] }])
  }
  if (/^-(?: |$)/.test(content)) return indentation(range, lines)
  const place = inLine(range, lines)
  const key = text.slice(place.start, place.end).trim()
  if (key === '') return fault('yaml/syntax', place, 'This cannot be read as YAML: a key is expected here.')
  if (message.includes('flow sequence')) {
    return fault('yaml/syntax', place, `A key and its colon stand on one line. Is a comma missing after \`${shown(key)}\`?`)
  }
  return fault('yaml/syntax', place, `\`${shown(key)}\` stands where a key is expected, and no colon follows it. Add \`:\` and a value, or indent it if it belongs to the text above.`,
    /\s/.test(key) ? [] : [{ title: 'Add a colon', edits: [{ range: { start: place.start + key.length, end: place.start + key.length }, text: ':' }] }])
}

function colonInPlain(range: Range, lines: TextLines, line: number): Fault {
  const whole = lines.rangeOf(line)
  const value = valueOfLine(lines.text, whole) ?? { start: range.start, end: whole.end }
  const edit = quoteValue(lines.text, whole)
  return fault('text/colon-in-plain', { start: range.start, end: Math.max(value.end, range.end) },
    'A colon with a space after it starts a map, and none can start here. If this is text, put quotes around it.',
    edit ? [{ title: 'Put quotes around the text', edits: [edit] }] : [])
}

/** What the library found where nothing may stand any more, or where it knows no rule at all. */
export function explainAtEnd(message: string, range: Range, lines: TextLines): Fault | null {
  const { text } = lines
  const line = lines.lineOf(range.start)
  const whole = lines.rangeOf(line)
  const before = text.slice(whole.start, range.start).trimEnd()
  const place = inLine(range, lines)
  const rest = shown(text.slice(range.start, whole.end).trim())
  const edit = quoteValue(text, whole)
  const quoteIt = edit ? [{ title: 'Put quotes around the text', edits: [edit] }] : []
  const extra = /^Unexpected flow-(?:seq|map)-end/.exec(message)
  if (extra) {
    const bracket = text[range.start] ?? ''
    return { ...fault('yaml/syntax', range, `There is a \`${bracket}\` too many. Remove it.`,
      [{ title: `Remove ${bracket}`, edits: [{ range: { start: range.start, end: range.start + 1 }, text: '' }] }]), spoilsAfter: range.start }
  }
  if (message.startsWith('Not a YAML token') || message.startsWith('Block scalar header')) {
    return fault('yaml/syntax', { start: range.start, end: Math.max(range.start + 1, whole.end) },
      'After `|` or `>` the text starts on the next line. Move this there, or put quotes around the text.', quoteIt)
  }
  if (message.startsWith('Unexpected block-seq-ind')) {
    return fault('yaml/syntax', { start: range.start, end: whole.end }, 'A list starts on a line of its own. Move the `-` to the next line, or put quotes around the text.', quoteIt)
  }
  if (message.startsWith('Unexpected , in') || message.startsWith('Unexpected empty item')) {
    return fault('yaml/syntax', range, 'There is a comma too many here. Remove it.',
      text[range.start] === ',' ? [{ title: 'Remove the comma', edits: [{ range: { start: range.start, end: range.start + 1 }, text: '' }] }] : [])
  }
  if (rest === '') return { ...fault('yaml/syntax', place, 'This cannot be read as YAML: something else is expected here.'), spoilsAfter: range.start }
  if (before.endsWith('"') || before.endsWith("'")) {
    const quote = before.slice(-1)
    return fault('yaml/syntax', place, `The quoted text ends before \`${rest}\`. Write ${quote === '"' ? '`\\"`' : "`''`"} for a quote within it.`, quoteIt)
  }
  if (/[\]}]$/.test(before)) return fault('yaml/syntax', place, `\`${rest}\` follows a closing bracket. If all of it is text, put quotes around it.`, quoteIt)
  if (/^\S*$/.test(before.slice(before.lastIndexOf('*'))) && before.includes('*')) return fault('yaml/syntax', place, '`*` starts an alias, and nothing can follow its name. If all of it is text, put quotes around it.', quoteIt)
  if (before === '' && line > 1) return { ...fault('yaml/syntax', place, `\`${rest}\` does not belong here: what stands above has ended. Check its indentation.`), spoilsAfter: range.start }
  return { ...fault('yaml/syntax', place, `\`${rest}\` cannot stand here. If it is text, put quotes around all of it.`, quoteIt), spoilsAfter: range.start }
}

/** The end of the key that starts at an offset: its colon, on whichever line. */
function keyEnd(text: string, start: number): number {
  const quote = text[start]
  if (quote === '"' || quote === "'") return start
  const colon = /:(?=\s|$)/g
  colon.lastIndex = start
  return colon.exec(text)?.index ?? start
}

/** The header of the block text that should have started on this line: `|` or `>` at the end of the line before. */
function blockTextAbove(lines: TextLines, line: number): string | null {
  return line > 1 ? (/(?:^|\s)([|>][-+0-9]*)(?:\s+#.*)?$/.exec(lines.textOf(line - 1).trimEnd())?.[1] ?? null) : null
}

function inLine(range: Range, lines: TextLines): Range {
  const end = lines.rangeOf(lines.lineOf(range.start)).end
  return { start: range.start, end: Math.max(Math.min(range.end, end), Math.min(range.start + 1, lines.text.length)) }
}
