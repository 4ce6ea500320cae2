import type { Analysis } from '../document/types.ts'
import { rangeOfNode } from '../document/locate.ts'
import type { Range } from '../text/edit.ts'
import { nameAt, namesLike, wordRange, type Name } from './names.ts'

/** Where a name at an offset leads. */
export type Target = {
  /** The name that was asked about. */
  readonly from: Range
  /** The name where it is given. */
  readonly name: Range
  /** All of what is named. */
  readonly whole: Range
}

/** Where the thing that is named at an offset is defined; null when nothing is named there or nothing of that name exists. */
export function definitionAt(analysis: Analysis, offset: number): Target | null {
  const at = nameAt(analysis, offset)
  const target = at && namesLike(analysis, at).find(({ role }) => role === 'definition')
  if (!at || !target) return null
  const { text } = analysis.source
  const name = wordRange(text, target.range)
  return { from: wordRange(text, at.range), name, whole: target.kind === 'node' ? (rangeOfNode(analysis, target.key) ?? name) : name }
}

export type NamedPlace = { readonly range: Range; readonly role: Name['role'] }

/** Every place that names the same as an offset does, where it is defined included. Empty when nothing is named there. */
export function referencesAt(analysis: Analysis, offset: number): readonly NamedPlace[] {
  const at = nameAt(analysis, offset)
  return at ? namesLike(analysis, at).map(({ range, role }) => ({ range: wordRange(analysis.source.text, range), role })) : []
}
