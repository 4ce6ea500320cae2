import type { Json, Path, Result } from '../../diagnostic.ts'
import type { PathOp } from '../../source/tree.ts'
import type { Field } from '../dialect.ts'
import { nodeKeys } from './fields.ts'
import type { DagReading } from './read.ts'
import { allow, refuse } from './refuse.ts'

/**
 * Where a field of a node is written, or would be. Refused when it stands elsewhere, brought by a merge
 * key or an alias: other nodes may read the same text.
 */
export function ownPath(reading: DagReading, index: number, field: string): Result<Path> {
  const model = ['nodes', index, field]
  const here = reading.origin.sourcePath(['nodes', index])
  const path = [...(here ?? ['nodes', index]), field]
  const stands = reading.origin.sourcePath(model)
  if (!isSame(here, ['nodes', index])) {
    return refuse('This node is written elsewhere and only named here by an alias. Edit it in the text.', undefined, 'refused/alias')
  }
  if (stands === null || isSame(stands, path)) return allow(path)
  const isAlias = written(reading, index, field)
  return isAlias
    ? refuse(`\`${field}\` is an alias: its value is written elsewhere and may be used by others. Edit it in the text.`, undefined, 'refused/alias')
    : refuse(`\`${field}\` comes in by a merge key (\`<<\`) and may be used by other nodes. Change it where it is written, or write \`${field}\` on this node in the text.`, undefined, 'refused/merge-key')
}

/** Sets a field to a value, or removes its key when the value is empty and need not be written. */
export function writeField(reading: DagReading, index: number, name: string, field: Field | undefined, value: Json | undefined): Result<readonly PathOp[]> {
  const path = ownPath(reading, index, name)
  if (!path.ok) return path
  const isWritten = written(reading, index, name)
  if (value === undefined || (isEmpty(value) && field !== undefined && field.always !== true)) {
    return allow(isWritten ? [{ op: 'delete', path: path.value }] : [])
  }
  return allow([{ op: 'set', path: path.value, value, keyOrder: nodeKeys }])
}

/** Does the node itself have the key? */
export function written(reading: DagReading, index: number, name: string): boolean {
  const node = reading.origin.sourceNode(['nodes', index])
  return node?.kind === 'map' && node.entries.some((entry) => entry.name === name)
}

export function isEmpty(value: Json): boolean {
  return value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)
}

function isSame(left: Path | null, right: Path): boolean {
  return left !== null && left.length === right.length && left.every((step, at) => step === right[at])
}
