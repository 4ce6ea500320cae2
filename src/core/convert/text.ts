import type { Diagnostic, Result } from '../diagnostic.ts'
import { dialectFor } from '../dialects/registry.ts'
import { isWhole } from '../source/find.ts'
import { renderJson, renderYaml } from '../source/patch/render.ts'
import type { Format, Source } from '../source/tree.ts'
import { wholeValue } from './value.ts'

/** A text in another format, and what the way there costs: lost comments, numbers that became text. */
export type Conversion = { readonly text: string; readonly diagnostics: readonly Diagnostic[] }

/**
 * The source in the other format, no value lost, unknown fields included. Warns where comments are
 * lost. Fails only for a text that does not parse. A byte order mark and CRLF are kept.
 */
export function convert(source: Source, to: Format): Result<Conversion> {
  if (!isWhole(source)) {
    return { ok: false, diagnostics: [{ code: 'refused/syntax', severity: 'error', message: 'The text does not parse. Mend it before it is converted.', path: [] }] }
  }
  if (to === source.format) return { ok: true, value: { text: source.text, diagnostics: [] } }
  const { value, diagnostics } = wholeValue(source, dialectFor(source))
  const eol = source.text.includes('\r\n') ? '\r\n' : '\n'
  const mark = source.text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = mark + (to === 'json' ? renderJson(source.root === null ? {} : value, { eol }) : source.root === null ? '' : renderYaml(value, { eol }))
  return { ok: true, value: { text, diagnostics: [...commentsLost(source, to), ...diagnostics] } }
}

function commentsLost(source: Source, to: Format): Diagnostic[] {
  const first = source.comments[0]
  if (to === 'yaml' || !first) return []
  const count = source.comments.length
  return [{
    code: 'convert/comments-lost', severity: 'warning', path: [], range: first,
    message: `JSON has no comments: ${count === 1 ? 'the comment' : `all ${count} comments`} would be lost. Keep the file as YAML to keep them.`,
    related: source.comments.slice(1, 20).map((range) => ({ range, message: 'This comment too.' })),
  }]
}
