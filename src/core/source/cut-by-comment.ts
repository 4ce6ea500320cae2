import type { Diagnostic } from '../diagnostic.ts'
import type { Source, SourceScalar } from './tree.ts'
import { quoted } from './yaml/quote.ts'

/**
 * The warning that a comment seems to have cut a text off, as in `prompt: Fix issue #12 and close it`,
 * or null. Warns where one space and a `#` without a space after it follow several unquoted words;
 * `text  # note` and `word #note` are taken for what they are. The caller adds node and field.
 */
export function cutByComment(source: Source, scalar: SourceScalar): Diagnostic | null {
  if (source.format !== 'yaml' || scalar.style !== 'plain' || !/\s/.test(scalar.text)) return null
  const { start, end } = scalar.range
  const comment = /[ \t](#[^\s#][^\n\r]*)/y
  comment.lastIndex = end
  const cut = comment.exec(source.text)?.[1]
  if (cut === undefined) return null
  const range = { start: end + 1, end: end + 1 + cut.length }
  const whole = source.text.slice(start, range.end).trimEnd()
  const isOneLine = !/[\n\r]/.test(whole)
  return {
    code: 'text/cut-by-comment', severity: 'warning', path: [], range,
    message: 'Text after ` #` is a comment and not part of the value. Put quotes around all of it if it should be.',
    ...(isOneLine ? { fixes: [{ title: 'Put quotes around the text', edits: [{ range: { start, end: start + whole.length }, text: quoted(whole) }] }] } : {}),
  }
}
