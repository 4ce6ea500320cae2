import type { Path } from '../../diagnostic.ts'
import { entryOf } from '../../source/find.ts'
import { addIdTo, fixAllowance, freshIds, offer, ownMap, printWord, removeFieldOf, replaceWord, type Fixes } from '../field-fixes.ts'
import { visibly } from '../invisible.ts'
import { addAfter, appendMap, removeItems } from '../splice.ts'
import { bodyOf, bodyPath, kindOf } from './definition.ts'
import { keysOf } from './keys.ts'
import type { FlowReading } from './read.ts'

/** Ways to mend what the rules of a flow find. Without a text there are none. */
export type FlowFixes = {
  addId(index: number): Fixes
  renameId(index: number): Fixes
  /** Writes another word in the place of one. */
  replace(path: Path, word: string): Fixes
  /** Removes a field of a part with its value. */
  removeField(part: Path, field: string): Fixes
  /** Writes a field of a part that it does not have, or another value of one that it has. */
  setField(part: Path, field: string, value: string, title: string): Fixes
  addNode(id: string): Fixes
  removeEdge(place: number): Fixes
}

const none = (): Fixes => []

export const noFixes: FlowFixes = { addId: none, renameId: none, replace: none, removeField: none, setField: none, addNode: none, removeEdge: none }

export function fixesFor(reading: FlowReading): FlowFixes {
  const isOpen = fixAllowance()
  const at = bodyPath(reading.model)
  const nodes = [...at, 'nodes']
  const fresh = freshIds(() => keysOf(reading.model).byId)
  const node = (index: number) => bodyOf(reading.model).nodes[index]!
  return {
    addId: (index) => (isOpen() ? addIdTo(reading, [...nodes, index], fresh(kindOf(node(index)))) : []),
    renameId: (index) => (isOpen() ? replaceWord(reading, [...nodes, index, 'id'], fresh(node(index).id)) : []),
    replace: (path, word) => replaceWord(reading, path, word),
    removeField: (part, field) => (isOpen() ? removeFieldOf(reading, part, field) : []),
    setField: (part, field, value, title) => (isOpen() ? setField(reading, part, field, value, title) : []),
    addNode: (id) => (isOpen() ? addNode(reading, nodes, id) : []),
    removeEdge: (place) => (isOpen() ? removeEdge(reading, [...at, 'edges'], place) : []),
  }
}

function setField(reading: FlowReading, part: Path, field: string, value: string, title: string): Fixes {
  const map = ownMap(reading, part)
  if (!map) return []
  const printed = /^\d+$/.test(value) ? value : printWord(reading.source, value, map.style === 'flow')
  const written = entryOf(map, field)
  if (written) {
    const scalar = written.value
    return scalar?.kind === 'scalar' && scalar.anchor === undefined && scalar.tag === undefined && scalar.range.end > scalar.range.start
      ? [{ title, edits: [{ range: scalar.range, text: printed }] }]
      : []
  }
  const last = map.entries.at(-1)
  return last ? offer(title, addAfter(reading.source, map, last, field, printed)) : []
}

function addNode(reading: FlowReading, at: Path, id: string): Fixes {
  const nodes = reading.origin.sourceNode(at)
  if (nodes?.kind !== 'list') return []
  return offer(`Add a node called ${visibly(id)}`, appendMap(reading.source, nodes, [['id', printWord(reading.source, id, nodes.style === 'flow')]]))
}

function removeEdge(reading: FlowReading, at: Path, place: number): Fixes {
  const around = at.length === 1 ? reading.origin.sourceNode([]) : reading.origin.sourceNode(at.slice(0, -1))
  const entry = around?.kind === 'map' ? entryOf(around, 'edges') : null
  if (around?.kind !== 'map' || entry?.value?.kind !== 'list') return []
  // Without its last edge a flow that stands at the root would no longer be one.
  if (entry.value.items.length < 2) return []
  return offer('Remove the edge', removeItems(reading.source, around, entry, entry.value, new Set([place])))
}
