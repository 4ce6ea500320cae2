import type { Path } from '../../diagnostic.ts'
import { entryOf, nodeAt } from '../../source/find.ts'
import { addIdTo, fixAllowance, freshIds, offer, ownMap, printWord, removeFieldOf, replaceWord, type Fixes } from '../field-fixes.ts'
import { visibly } from '../invisible.ts'
import { addAfter, appendMap, removeEntry, removeItems } from '../splice.ts'
import { kindOf } from './definition.ts'
import { keysOf } from './keys.ts'
import type { DagReading } from './read.ts'

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

export function fixesFor(reading: DagReading): DagFixes {
  const isOpen = fixAllowance()
  const fresh = freshIds(() => keysOf(reading.model).byId)
  return {
    addId: (index) => (isOpen() ? addIdTo(reading, ['nodes', index], fresh(kindOf(reading.model.nodes[index]!))) : []),
    renameId: (index) => (isOpen() ? replaceWord(reading, ['nodes', index, 'id'], fresh(reading.model.nodes[index]!.id)) : []),
    replace: (path, word) => replaceWord(reading, path, word),
    removeReference: (path) => (isOpen() ? removeReference(reading, path) : []),
    unknownReference: (path, id, meant) => {
      const change = meant === null ? [] : replaceWord(reading, path, meant)
      return isOpen() ? [...change, ...addNode(reading, id), ...removeReference(reading, path)] : change
    },
    notARouter: (index) => (isOpen() ? notARouter(reading, index) : []),
    removeField: (index, field) => (isOpen() ? removeFieldOf(reading, ['nodes', index], field) : []),
    addFirst: () => addFirst(reading),
  }
}

function removeReference(reading: DagReading, path: Path): Fixes {
  const [list, index, field] = path
  const own = typeof index === 'number' ? ownMap(reading, ['nodes', index]) : null
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
  return offer(`Add a node called ${visibly(id)}`, appendMap(reading.source, nodes, [['id', printWord(reading.source, id, isFlow)], ['prompt', '""']]))
}

function notARouter(reading: DagReading, index: number): Fixes {
  const map = ownMap(reading, ['nodes', index])
  const routes = map && entryOf(map, 'routes')
  if (!map || !routes) return []
  const kind = entryOf(map, 'kind')
  const id = entryOf(map, 'id')
  const make = kind ? replaceWord(reading, ['nodes', index, 'kind'], 'router')[0]?.edits : id && addAfter(reading.source, map, id, 'kind', printWord(reading.source, 'router', true))
  return [...offer('Make it a router', make ?? null), ...offer('Remove its routes', removeEntry(reading.source, map, routes))]
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
