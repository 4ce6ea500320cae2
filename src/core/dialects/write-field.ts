import type { Json, Path, Result } from '../diagnostic.ts'
import { says } from '../source/patch/expand.ts'
import type { PathOp } from '../source/tree.ts'
import type { TextEdit } from '../text/edit.ts'
import type { Field, Reading } from './dialect.ts'
import { allow, refuse } from './refuse.ts'
import { isEmpty } from './values.ts'

/** A map of the model that holds fields: a node, or a part of the document. */
export type Holder = {
  /** Where it stands in the model. */
  readonly path: Path
  /** Its keys in the order in which they are written. */
  readonly keys: readonly string[]
}

/**
 * Where a field is written in the source, or would be. Refused when it stands elsewhere, brought by a
 * merge key or an alias: others may read the same text.
 */
export function ownPath({ origin }: Pick<Reading, 'origin'>, { path: holder }: Holder, field: string): Result<Path> {
  const here = origin.sourcePath(holder)
  const around = holder.length === 0 ? [] : origin.sourcePath(holder.slice(0, -1))
  if (here !== null && around !== null && holder.length > 0 && !isSame(here, [...around, holder.at(-1)!])) {
    return refuse('This node is written elsewhere and only named here by an alias. Edit it in the text.', undefined, 'refused/alias')
  }
  const path = [...(here ?? holder), field]
  const stands = origin.sourcePath([...holder, field])
  if (stands === null || isSame(stands, path)) return allow(path)
  return isWritten({ origin }, holder, field)
    ? refuse(`\`${field}\` is an alias: its value is written elsewhere and may be used by others. Edit it in the text.`, undefined, 'refused/alias')
    : refuse(`\`${field}\` comes in by a merge key (\`<<\`) and may be used by other nodes. Change it where it is written, or write \`${field}\` on this node in the text.`, undefined, 'refused/merge-key')
}

/**
 * Sets a field to a value, or removes its key when the value is empty and need not be written.
 *
 * @param pieces of a text: the edits that lead to it from what stands there, to be made in place.
 */
export function writeField(reading: Pick<Reading, 'origin'>, holder: Holder, name: string, field: Field | undefined, value: Json | undefined, pieces?: readonly TextEdit[]): Result<readonly PathOp[]> {
  if (isThere(reading, [...holder.path, name], value)) return allow([])
  const path = ownPath(reading, holder, name)
  if (!path.ok) return path
  if (value === undefined || (isEmpty(value) && field !== undefined && field.always !== true)) {
    return allow(isWritten(reading, holder.path, name) ? [{ op: 'delete', path: path.value }] : [])
  }
  return allow([{ op: 'set', path: path.value, value, keyOrder: holder.keys, ...(pieces && { pieces }) }])
}

/** Does a place of the model hold the value already? Then nothing is to change, and no tag, anchor, alias or merge key stands against it. */
export function isThere({ origin }: Pick<Reading, 'origin'>, place: Path, value: Json | undefined): boolean {
  return value !== undefined && says(origin.sourceNode(place), value, false)
}

/** Does the map itself have the key? */
export function isWritten({ origin }: Pick<Reading, 'origin'>, holder: Path, name: string): boolean {
  const map = origin.sourceNode(holder)
  return map?.kind === 'map' && map.entries.some((entry) => entry.name === name)
}

function isSame(left: Path, right: Path): boolean {
  return left.length === right.length && left.every((step, at) => step === right[at])
}
