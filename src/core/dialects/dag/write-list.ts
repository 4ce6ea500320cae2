import type { Result } from '../../diagnostic.ts'
import type { PathOp } from '../../source/tree.ts'
import { nodeKeys } from './fields.ts'
import type { DagReading } from './read.ts'
import { writeList as writeListOf } from '../write-list.ts'

export type ListName = 'needs' | 'routes' | 'tools'

/** Adds an entry at the end of a list; a text that stands alone becomes a list. */
export function addEntry(reading: DagReading, index: number, field: ListName, entry: string): Result<readonly PathOp[]> {
  return writeList(reading, index, field, [...reading.model.nodes[index]![field], entry])
}

/** Removes an entry, however often it is written. */
export function removeEntry(reading: DagReading, index: number, field: ListName, entry: number): Result<readonly PathOp[]> {
  return writeList(reading, index, field, reading.model.nodes[index]![field].toSpliced(entry, 1))
}

/** Makes a list hold these entries, touching only the items that come or go. */
export function writeList(reading: DagReading, index: number, field: ListName, wanted: readonly string[]): Result<readonly PathOp[]> {
  return writeListOf(reading, { path: ['nodes', index], keys: nodeKeys }, field, reading.model.nodes[index]![field], wanted)
}
