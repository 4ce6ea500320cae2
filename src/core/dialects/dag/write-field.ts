import type { Json, Path, Result } from '../../diagnostic.ts'
import type { PathOp } from '../../source/tree.ts'
import type { Field } from '../dialect.ts'
import { ownPath as pathIn, writeField as writeIn, type Holder } from '../write-field.ts'
import { nodeKeys } from './fields.ts'
import type { DagReading } from './read.ts'

/** Where a field of a node is written, or would be. */
export function ownPath(reading: DagReading, index: number, field: string): Result<Path> {
  return pathIn(reading, nodeAt(index), field)
}

/** Sets a field of a node, or removes its key when the value is empty and need not be written. */
export function writeField(reading: DagReading, index: number, name: string, field: Field | undefined, value: Json | undefined): Result<readonly PathOp[]> {
  return writeIn(reading, nodeAt(index), name, field, value)
}

function nodeAt(index: number): Holder {
  return { path: ['nodes', index], keys: nodeKeys }
}
