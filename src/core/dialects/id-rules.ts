import type { Diagnostic, Path } from '../diagnostic.ts'
import type { Fixes } from './field-fixes.ts'
import { hasLoneSurrogate, invisibles } from './invisible.ts'
import type { NodeKeys } from './node-keys.ts'
import type { ProblemDetails } from './problems.ts'
import { sameId } from './same-id.ts'
import { shown } from './say.ts'

/** What the rules of ids look at and tell by. */
export type IdRules = {
  /** The ids of the nodes, in the order of the file. */
  readonly ids: readonly string[]
  readonly keys: NodeKeys
  /** The list of the nodes in the model. */
  readonly nodes: Path
  readonly fixes: { addId(index: number): Fixes; renameId(index: number): Fixes; replace(path: Path, word: string): Fixes }
  isMisread(path: Path): boolean
  related(paths: readonly Path[], message: string): NonNullable<Diagnostic['related']>
  add(code: Diagnostic['code'], path: Path, message: string, details: ProblemDetails): void
}

/** Checks the id of one node: that it is there, that no other has it, and that it is what it looks like. */
export function checkId(rules: IdRules, index: number): void {
  const { ids, keys, fixes } = rules
  const path = [...rules.nodes, index, 'id']
  const id = ids[index]!
  if (id === '') {
    if (!rules.isMisread(path)) rules.add('node/missing-id', path, 'Has no id. Give it a name that no other node has.', { field: 'id', fixes: fixes.addId(index) })
    return
  }
  const first = keys.byId.get(sameId(id))!
  if (first !== index) {
    const other = ids[first]!
    const spelling = other === id ? '' : ' The two differ only in how Unicode composes their letters.'
    rules.add('node/duplicate-id', path, `The id ${shown(id)} is already taken by node ${first + 1}. Rename one of the two.${spelling}`, {
      node: id, field: 'id', fixes: fixes.renameId(index),
      related: rules.related([[...rules.nodes, first, 'id']], `${shown(other)} is first used here.`),
    })
  }
  const hidden = invisibles(id)
  if (hidden.length > 0) {
    const places = hidden.map(({ code, name, at }) => `${code} (${name}) ${at === 0 ? 'at its start' : `after ${shown(id.slice(0, at))}`}`)
    rules.add('text/invisible-character', path, `The id holds ${places.join(', ')}, which cannot be seen. Remove it unless it is meant.`,
      { node: id, field: 'id', severity: 'warning', fixes: withoutInvisible(rules, path, id) })
  }
  if (hasLoneSurrogate(id)) {
    rules.add('text/lone-surrogate', path, 'The id holds half of a surrogate pair, which no file name or log can hold. Remove it.', { node: id, field: 'id' })
  }
}

/** The id without what cannot be seen, unless nothing is left of it or another node has it. */
function withoutInvisible({ keys, fixes }: IdRules, path: Path, id: string): Fixes {
  const seen = invisibles(id).toReversed().reduce((word, { at, code }) => word.slice(0, at) + word.slice(at + String.fromCodePoint(parseInt(code.slice(2), 16)).length), id).trim()
  return seen === '' || keys.byId.has(sameId(seen)) ? [] : fixes.replace(path, seen)
}
