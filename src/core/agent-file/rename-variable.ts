import type { Path, Result } from '../diagnostic.ts'
import type { Reading } from '../dialects/dialect.ts'
import { allow, refuse } from '../dialects/refuse.ts'
import { shown } from '../dialects/say.ts'
import type { PathOp } from '../source/tree.ts'
import { applyEdits } from '../text/apply.ts'
import type { TextEdit } from '../text/edit.ts'
import { isReadable, refuseOutput } from './output-rules.ts'
import { namesGivenBy, ownPart, type TemplateHolder } from './template-holder.ts'
import { variableUses } from './variable-names.ts'

/**
 * Renames a variable where it is named and wherever a template reads it, touching nothing else of the
 * templates.
 *
 * @param from what `identity` says of it: its name, unless one holder alone knows it.
 */
export function renameVariable({ origin }: Pick<Reading, 'origin'>, holders: readonly TemplateHolder[], from: string, to: string): Result<readonly PathOp[]> {
  const given = holders.flatMap((holder) => namesGivenBy(holder).map((one) => ({ ...one, holder, identity: holder.identity(one.name, one.field) })))
  const named = given.filter(({ identity }) => identity === from)
  const [first] = named
  if (!first) return refuse(`No node sets a variable called ${shown(from)}. It may have been renamed or removed.`)
  const name = to.trim()
  if (name === first.name) return allow([])
  if (!isReadable(name)) return refuse('A variable is named with letters, digits and `_`, and begins with no digit, so that templates can read it as `.name`.')
  const reserved = refuseOutput(name)
  if (reserved !== null) return refuse(reserved)
  const taken = given.find((one) => one.name === name)
  if (taken) return refuse(`${shown(name)} is already set by ${shown(taken.holder.id)}, and the two would be one. Choose another name.`)

  const edits = new Map<string, { readonly path: Path; readonly text: string; readonly pieces: TextEdit[] }>()
  for (const { holder, field, path, text, read } of variableUses(holders)) {
    if (holder.identity(read.name, field) !== from) continue
    for (const stands of origin.sourcePaths(path)) {
      const at = JSON.stringify(stands)
      const template = edits.get(at) ?? { path: stands, text, pieces: [] }
      edits.set(at, template)
      // Two that read the same text through an alias rewrite it once.
      const range = ownPart(holder, read.name, field, read.nameRange)
      if (!template.pieces.some((piece) => piece.range.start === range.start)) template.pieces.push({ range, text: name })
    }
  }
  const places = new Map(named.flatMap(({ path }) => origin.sourcePaths(path)).map((stands) => [JSON.stringify(stands), stands]))
  return allow([
    ...[...places.values()].map((path): PathOp => ({ op: 'set', path, value: name })),
    ...[...edits.values()].map(({ path, text, pieces }): PathOp => ({ op: 'set', path, value: applyEdits(text, pieces), pieces })),
  ])
}
