import type { Diagnostic, Path } from '../../diagnostic.ts'
import { entryOf, nodeAt } from '../../source/find.ts'
import { printJsonText, printText } from '../../source/patch/print-scalar.ts'
import type { SourceMap } from '../../source/tree.ts'
import type { TextEdit } from '../../text/edit.ts'
import { visibly } from '../invisible.ts'
import { addAfter, appendMap, removeEntry, removeItems } from '../splice.ts'
import { kindOf, sameId } from './definition.ts'
import { keysOf } from './keys.ts'
import type { DagReading } from './read.ts'

export type Fixes = NonNullable<Diagnostic['fixes']>

/** Ways to mend what the rules find. Without a text there are none. */
export type DagFixes = {
  addId(index: number): Fixes
  renameId(index: number): Fixes
  /** Writes another word in the place of one. */
  replace(path: Path, word: string): Fixes
  removeReference(path: Path): Fixes
  unknownReference(path: Path, id: string, meant: string | null): Fixes
  notARouter(index: number): Fixes
  /** Removes a field of a node with its value. */
  removeField(index: number, field: string): Fixes
  /** Adds a first node where there is none. */
  addFirst(): Fixes
}

const none = (): Fixes => []

export const noFixes: DagFixes = {
  addId: none, renameId: none, replace: none, removeReference: none, unknownReference: none, notARouter: none, removeField: none, addFirst: none,
}

/** Problems that get fixes which look around in the text; a file with more has other worries. */
const MOST_FIXED = 200

export function fixesFor(reading: DagReading): DagFixes {
  let count = 0
  const isOpen = (): boolean => {
    count += 1
    return count <= MOST_FIXED
  }
  return {
    addId: (index) => (isOpen() ? addId(reading, index) : []),
    renameId: (index) => (isOpen() ? replace(reading, ['nodes', index, 'id'], freshId(reading, reading.model.nodes[index]!.id)) : []),
    replace: (path, word) => replace(reading, path, word),
    removeReference: (path) => (isOpen() ? removeReference(reading, path) : []),
    unknownReference: (path, id, meant) => {
      const change = meant === null ? [] : replace(reading, path, meant)
      return isOpen() ? [...change, ...addNode(reading, id), ...removeReference(reading, path)] : change
    },
    notARouter: (index) => (isOpen() ? notARouter(reading, index) : []),
    removeField: (index, field) => (isOpen() ? removeField(reading, index, field) : []),
    addFirst: () => addFirst(reading),
  }
}

function replace(reading: DagReading, path: Path, word: string): Fixes {
  const node = reading.origin.sourceNode(path)
  const range = reading.origin.range(path)
  // An alias is shown where it is used and read where it is not: that is not for a fix to change.
  if (node?.kind !== 'scalar' || node.range !== range || node.anchor !== undefined || node.tag !== undefined) return []
  return [{ title: `Change to ${visibly(word)}`, edits: [{ range, text: print(reading, word, true) }] }]
}

function removeReference(reading: DagReading, path: Path): Fixes {
  const [list, index, field] = path
  const own = ownMap(reading, index)
  const entry = own && entryOf(own, String(field))
  if (list !== 'nodes' || !own || !entry?.value) return []
  const { value } = entry
  const places = reading.origin.sourcePaths(path)
  if (places.some((place) => nodeAt(reading.source, place) === null)) return []
  const edits = value.kind === 'list'
    ? removeItems(reading.source, own, entry, value, new Set(places.flatMap((place) => (place.length === 4 ? [Number(place[3])] : []))))
    : value.kind === 'scalar' ? removeEntry(reading.source, own, entry) : null
  return offer(`Remove it from ${String(field)}`, edits)
}

function addNode(reading: DagReading, id: string): Fixes {
  const nodes = reading.origin.sourceNode(['nodes'])
  if (nodes?.kind !== 'list') return []
  const isFlow = nodes.style === 'flow'
  return offer(`Add a node called ${visibly(id)}`, appendMap(reading.source, nodes, [['id', print(reading, id, isFlow)], ['prompt', '""']]))
}

function addId(reading: DagReading, index: number): Fixes {
  const map = ownMap(reading, index)
  const id = freshId(reading, kindOf(reading.model.nodes[index]!))
  const entry = map && entryOf(map, 'id')
  if (!map) return []
  const title = `Call it ${id}`
  if (entry) {
    const { value } = entry
    if (value?.kind === 'scalar') {
      const gap = value.range.start === value.range.end ? ' ' : ''
      return value.anchor === undefined && value.tag === undefined ? [{ title, edits: [{ range: value.range, text: gap + print(reading, id, true) }] }] : []
    }
    return value === null ? [{ title, edits: [{ range: { start: entry.range.end, end: entry.range.end }, text: ` ${print(reading, id, true)}` }] }] : []
  }
  const first = map.entries[0]
  return first ? offer(title, addAfter(reading.source, map, first, 'id', print(reading, id, map.style === 'flow'))) : []
}

function notARouter(reading: DagReading, index: number): Fixes {
  const map = ownMap(reading, index)
  const routes = map && entryOf(map, 'routes')
  if (!map || !routes) return []
  const kind = entryOf(map, 'kind')
  const id = entryOf(map, 'id')
  const make = kind ? replace(reading, ['nodes', index, 'kind'], 'router')[0]?.edits : id && addAfter(reading.source, map, id, 'kind', print(reading, 'router', true))
  return [...offer('Make it a router', make ?? null), ...offer('Remove its routes', removeEntry(reading.source, map, routes))]
}

function removeField(reading: DagReading, index: number, field: string): Fixes {
  const map = ownMap(reading, index)
  const entry = map && entryOf(map, field)
  return map && entry ? offer(`Remove ${field}`, removeEntry(reading.source, map, entry)) : []
}

/** Where `nodes` is missing or empty and the text ends, so that nothing needs to be taken apart. */
function addFirst({ source }: DagReading): Fixes {
  const { text, root, format } = source
  if (format === 'json' || (root !== null && (root.kind !== 'map' || root.style !== 'block'))) return []
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const node = `nodes:${eol}  - id: agent${eol}    prompt: ""${eol}`
  const written = root && entryOf(root, 'nodes')
  if (written) {
    const { value, range } = written
    const isNothing = value === null || (value.kind === 'scalar' && value.value === null) || (value.kind === 'list' && value.style === 'flow')
    return isNothing && value?.anchor === undefined ? offer('Add a first node', [{ range, text: node.trimEnd() }]) : []
  }
  const end = text.length
  return offer('Add a first node', [{ range: { start: end, end }, text: (text === '' || /[\r\n]$/.test(text) ? '' : eol) + node }])
}

/** The map of a node as it is written here, not through an alias. */
function ownMap(reading: DagReading, index: string | number | undefined): SourceMap | null {
  const nodes = reading.origin.sourceNode(['nodes'])
  const value = nodes?.kind === 'list' ? nodes.items[Number(index)]?.value : null
  return value?.kind === 'map' ? value : null
}

/** `draft_2`: the stem with the first number that is free. */
function freshId(reading: DagReading, stem: string): string {
  const { byId } = keysOf(reading.model)
  if (!byId.has(sameId(stem))) return stem
  let number = 2
  while (byId.has(sameId(`${stem}_${number}`))) number += 1
  return `${stem}_${number}`
}

function print(reading: DagReading, word: string, isFlow: boolean): string {
  return reading.source.format === 'json' ? printJsonText(word) : printText(word, isFlow ? 'flow' : 'block')
}

function offer(title: string, edits: readonly TextEdit[] | null): Fixes {
  return edits && edits.length > 0 ? [{ title, edits }] : []
}

