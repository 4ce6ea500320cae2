import type { Diagnostic } from '../diagnostic.ts'
import type { Source } from '../source/tree.ts'
import type { Part } from './part.ts'

/** What to do about a map or list that stands where text belongs: nearly always it was meant as text. */
export function quotingHint(source: Source | null, part: Part): string | null {
  const written = writtenText(source, part)
  if (written !== null) return `Put quotes around ${written}.`
  if (!source || source.format === 'json') return null
  if (part.type === 'map') return 'If the colon belongs to the text, put the text in quotes, or below `|` and indented.'
  if (part.type === 'list') return 'If the dashes belong to the text, write it below `|` and indented.'
  return null
}

export function quotingFix(source: Source | null, part: Part): NonNullable<Diagnostic['fixes']> {
  const written = writtenText(source, part)
  const range = part.place.range
  return written === null || !range ? [] : [{ title: `Put quotes around ${written}`, edits: [{ range, text: JSON.stringify(written) }] }]
}

/** The text of a flow map or list on one line, such as `{{ goal }}` or `[x] done`. */
function writtenText(source: Source | null, part: Part): string | null {
  const { node, range } = part.place
  if (!source || source.format === 'json' || (node?.kind !== 'map' && node?.kind !== 'list')) return null
  if (node.style !== 'flow' || node.range !== range || node.anchor !== undefined || node.tag !== undefined) return null
  const written = source.text.slice(range.start, range.end)
  return written.length > 80 || /[\r\n]/.test(written) ? null : written
}
