import type { Result } from '../diagnostic.ts'
import type { PathOp } from '../source/tree.ts'
import type { Reading } from './dialect.ts'
import { allow } from './refuse.ts'
import { sameId } from './same-id.ts'
import { ownPath, type Holder } from './write-field.ts'

/**
 * Makes a list hold these entries, in this order, touching only the items that come or go: the others
 * keep their comments, quotes and lines. Where kept ones change their order the list is written anew.
 *
 * @param present the entries as they were read.
 */
export function writeList(reading: Pick<Reading, 'origin'>, holder: Holder, field: string, present: readonly string[], wanted: readonly string[]): Result<readonly PathOp[]> {
  if (wanted.length > 0 && wanted.length === present.length && wanted.every((name, place) => name === present[place])) return allow([])
  const path = ownPath(reading, holder, field)
  if (!path.ok) return path
  const at = path.value
  const model = [...holder.path, field]
  const list = reading.origin.sourceNode(model)
  if (list?.kind !== 'list') {
    if (wanted.length === 0) return allow(reading.origin.sourcePath(model) === null ? [] : [{ op: 'delete', path: at }])
    return allow([{ op: 'set', path: at, value: [...wanted], keyOrder: holder.keys }])
  }
  const want = wanted.map(sameId)
  const kept = present.filter((entry) => want.includes(sameId(entry)))
  const isInOrder = kept.every((entry, place) => sameId(entry) === want.filter((one) => present.some((old) => sameId(old) === one))[place])
  if (!isInOrder) return allow([{ op: 'set', path: at, value: [...wanted], keyOrder: holder.keys }])

  // Items of the source, with the entry that each became; edits are made from the last to the first.
  const items: (string | null)[] = list.items.map(() => null)
  for (const [entry, name] of present.entries()) {
    for (const stands of reading.origin.sourcePaths([...model, entry])) {
      const place = stands.at(-1)
      if (typeof place === 'number' && stands.length === at.length + 1) items[place] = sameId(name)
    }
  }
  // Insert first: a list that is emptied on the way would lose its key and its style.
  const ops: PathOp[] = []
  const now = [...items]
  for (const [place, name] of want.entries()) {
    if (now.includes(name)) continue
    const before = want[place - 1]
    // An entry counts where it is first written: repeats of the one before may stand behind the next one.
    const next = want.slice(place + 1).find((one) => now.includes(one))
    const limit = next === undefined ? now.length : now.indexOf(next)
    const after = before === undefined ? 0 : Math.min(now.lastIndexOf(before) + 1, limit)
    // What is written before the first entry and counts for nothing stays first.
    const to = place === want.length - 1 && before !== undefined && !now.slice(after).some((one) => one !== null && want.includes(one)) ? now.length : after
    now.splice(to, 0, name)
    ops.push({ op: 'insert', path: at, index: to, value: wanted[place]!, keyOrder: holder.keys })
  }
  for (let place = now.length - 1; place >= 0; place -= 1) {
    const name = now[place]
    if (name === null || name === undefined || want.includes(name)) continue
    ops.push({ op: 'delete', path: [...at, place] })
  }
  return allow(ops)
}
