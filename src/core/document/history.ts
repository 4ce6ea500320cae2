import { composeEdits } from '../text/compose.ts'
import { detach } from '../text/detach.ts'
import type { TextEdit } from '../text/edit.ts'
import type { History, HistoryEntry } from './types.ts'

/** A document remembers this much of its past; the oldest entries are forgotten first. */
export const HISTORY_LIMIT = { entries: 1_000, bytes: 20 * 1024 * 1024 }

/** Edits with the same `coalesce` key become one entry when no more than this lies between them, in milliseconds. */
export const COALESCE_WITHIN = 1_000

export const emptyHistory: History = { done: [], undone: [], size: 0, sealed: true }

/** Enters a change. What had been undone is forgotten; a change that continues the last one joins its entry. */
export function record(history: History, entry: HistoryEntry): History {
  const last = history.done.at(-1)
  const size = history.size - sizeOfAll(history.undone)
  if (last === undefined || history.sealed || !continues(last, entry)) {
    const alone = detached(entry)
    return bounded({ done: [...history.done, alone], undone: [], size: size + sizeOf(alone), sealed: false })
  }
  const joined = detached(join(last, entry))
  const before = history.done.slice(0, -1)
  // Typed and deleted again: nothing to take back.
  if (joined.edits.length === 0) return { done: before, undone: [], size: size - sizeOf(last), sealed: true }
  return bounded({ done: [...before, joined], undone: [], size: size - sizeOf(last) + sizeOf(joined), sealed: false })
}

/** Moves the last entry from `done` to `undone`. */
export function stepBack(history: History, entry: HistoryEntry): History {
  return { ...history, done: history.done.slice(0, -1), undone: [...history.undone, entry], sealed: true }
}

/** Moves the last entry from `undone` to `done`. */
export function stepForward(history: History, entry: HistoryEntry): History {
  return { ...history, done: [...history.done, entry], undone: history.undone.slice(0, -1), sealed: true }
}

/** Does the change belong to the same burst as the last entry? */
function continues(last: HistoryEntry, next: HistoryEntry): boolean {
  if (next.coalesce === undefined || next.coalesce !== last.coalesce || next.origin !== last.origin) return false
  if (last.format !== undefined || next.format !== undefined) return false
  if (last.at !== undefined && next.at !== undefined) {
    const passed = next.at - last.at
    if (passed < 0 || passed > COALESCE_WITHIN) return false
  }
  // A field is named by its key; typing is known only by its place.
  return next.origin !== 'text' || isContiguous(last.edits, next.edits)
}

/** Does each edit of `next` touch what the edit of `last` at the same place of the list has written? */
function isContiguous(last: readonly TextEdit[], next: readonly TextEdit[]): boolean {
  if (last.length !== next.length) return false
  let shift = 0
  return last.every((edit, i) => {
    const start = edit.range.start + shift
    const end = start + edit.text.length
    shift += edit.text.length - (edit.range.end - edit.range.start)
    const { range } = next[i]!
    return range.start <= end && range.end >= start
  })
}

function join(last: HistoryEntry, next: HistoryEntry): HistoryEntry {
  return {
    ...last,
    edits: composeEdits(last.edits, next.edits),
    inverse: composeEdits(next.inverse, last.inverse),
    ...(next.selectionAfter === undefined ? {} : { selectionAfter: next.selectionAfter }),
    ...(next.at === undefined ? {} : { at: next.at }),
  }
}

/** The last entry stays, however large: what a user did just now can always be taken back. */
function bounded(history: History): History {
  let { size } = history
  let first = 0
  const last = history.done.length - 1
  while (first < last && (history.done.length - first > HISTORY_LIMIT.entries || size > HISTORY_LIMIT.bytes)) {
    size -= sizeOf(history.done[first]!)
    first += 1
  }
  return first === 0 ? history : { ...history, done: history.done.slice(first), size }
}

/** The history must not keep former texts of the file alive through slices of them. */
function detached(entry: HistoryEntry): HistoryEntry {
  const copy = (edits: readonly TextEdit[]): TextEdit[] => edits.map(({ range, text }) => ({ range, text: detach(text) }))
  return { ...entry, edits: copy(entry.edits), inverse: copy(entry.inverse) }
}

const ENTRY_BYTES = 200
const EDIT_BYTES = 80

function sizeOf(entry: HistoryEntry): number {
  return ENTRY_BYTES + sizeOfEdits(entry.edits) + sizeOfEdits(entry.inverse)
}

function sizeOfEdits(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, edit) => sum + EDIT_BYTES + 2 * edit.text.length, 0)
}

function sizeOfAll(entries: readonly HistoryEntry[]): number {
  return entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
}
