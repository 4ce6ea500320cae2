import type { Range } from '../../text/edit.ts'
import { isExact } from '../scalar.ts'
import { shown } from '../shown.ts'
import type { SourceScalar } from '../tree.ts'
import { type JsonReports, replacement } from './report.ts'
import { numberFault, wordEnd } from './scan.ts'

/** Words of other languages that mean what a word of JSON means. */
const STRAYS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'], ['TRUE', 'true'], ['yes', 'true'], ['False', 'false'], ['FALSE', 'false'], ['no', 'false'],
  ['Null', 'null'], ['NULL', 'null'], ['None', 'null'], ['undefined', 'null'], ['nil', 'null'],
])

/** Reads what stands without quotes: a number, `true`, `false`, `null`, or something that is none of JSON. */
export function readWord(text: string, start: number, reports: JsonReports): SourceScalar {
  const end = wordEnd(text, start)
  const range = { start, end }
  const word = text.slice(start, end)
  switch (word) {
    case 'true': return plain(range, word, true)
    case 'false': return plain(range, word, false)
    case 'null': return plain(range, word, null)
    case 'NaN': case 'Infinity': case '-Infinity': case '+Infinity':
      reports.error('json/syntax', range, `JSON has no \`${word}\`. Write \`null\`, or put it in double quotes.`)
      return plain(range, word, word)
  }
  const meant = STRAYS.get(word)
  if (meant !== undefined) {
    reports.error('json/syntax', range, `JSON has no \`${word}\`. Write \`${meant}\`.`, [replacement(`Write ${meant}`, range, meant)])
    return plain(range, word, word)
  }
  if (!/^[-+.]?[0-9]/.test(word)) return unquoted(text, start, reports)
  const fault = numberFault(word)
  if (fault !== null) {
    reports.error('json/syntax', range, fault)
    return plain(range, word, word)
  }
  const value = Number(word)
  return isExact(value, word) ? plain(range, word, value) : { ...plain(range, word, value), unsafe: true }
}

/** Text without quotes: all of it to the next comma, bracket or line end is meant. */
function unquoted(text: string, start: number, reports: JsonReports): SourceScalar {
  const rest = /[^,[\]{}\r\n"]+/y
  rest.lastIndex = start
  const word = (rest.exec(text)?.[0] ?? text.slice(start, start + 1)).trimEnd()
  const range = { start, end: start + Math.max(word.length, 1) }
  reports.error('json/syntax', range, `\`${shown(word)}\` is not a value of JSON. Put it in double quotes if it is text.`,
    [replacement('Put double quotes around it', range, JSON.stringify(word))])
  return plain(range, word, word)
}

/** Reads `{{ goal }}` and what follows it in the line: text that lost its quotes. */
export function readTemplate(text: string, start: number, reports: JsonReports): SourceScalar {
  const rest = /\{\{[^\r\n]*?\}\}[^,[\]{}\r\n"]*/y
  rest.lastIndex = start
  const word = (rest.exec(text)?.[0] ?? '{{').trimEnd()
  const range = { start, end: start + word.length }
  reports.error('json/syntax', range, 'Text that starts with `{{` needs double quotes.', [replacement('Put double quotes around it', range, JSON.stringify(word))])
  return plain(range, word, word)
}

function plain(range: Range, text: string, value: SourceScalar['value']): SourceScalar {
  return { kind: 'scalar', style: 'plain', text, value, range, outer: range }
}
