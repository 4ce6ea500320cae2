import type { Json, Path, Result } from '../diagnostic.ts'
import type { PathOp } from '../source/tree.ts'
import type { NodeFields } from './command.ts'
import type { Field, Reading } from './dialect.ts'
import { findByKey } from './find-node.ts'
import type { NodeKeys } from './node-keys.ts'
import { allow, refuse } from './refuse.ts'
import { sameId } from './same-id.ts'
import { shown } from './say.ts'
import { checkValue, isEmpty } from './values.ts'
import { isThere, isWritten } from './write-field.ts'

type Operations = Result<readonly PathOp[]>

/** The nodes of a reading, as far as commands of every dialect go by them. */
export type NodeList = {
  readonly reading: Pick<Reading, 'source' | 'origin'>
  readonly nodes: readonly { readonly id: string }[]
  readonly keys: NodeKeys
  /** Where the list stands in the model. */
  readonly path: Path
  readonly fields: readonly Field[]
  /** The keys of the map that holds the list, in the order in which they are written. */
  readonly around: readonly string[]
  /** Fields of a new node that stand empty in their place when they are given empty: they are still to be told. */
  readonly toFill?: ReadonlySet<string>
}

/** Adds a node after the one named, or as the last. */
export function addNode(list: NodeList, given: NodeFields, after: string | undefined): Operations {
  const { reading, nodes, keys, path, fields } = list
  const order = fields.map(({ name }) => name)
  const id = typeof given.id === 'string' ? given.id.trim() : ''
  if (id === '') return refuse('A node needs an id.')
  if (keys.byId.has(sameId(id))) return refuse(`The id ${shown(id)} is already taken. Choose another.`)
  const node = new Map<string, Json>()
  for (const name of [...order, ...Object.keys(given).filter((key) => !order.includes(key))]) {
    const field = fields.find((each) => each.name === name)
    const value = name === 'id' ? id : Object.hasOwn(given, name) ? given[name] : undefined
    const fault = field && value !== undefined ? checkValue(field, value) : null
    if (fault !== null) return refuse(fault, id)
    if (field?.always && (value === undefined || value === null)) node.set(name, '')
    else if (value !== undefined && (field === undefined || field.always || !isEmpty(value) || (value === '' && list.toFill?.has(name) === true))) node.set(name, value)
  }
  // Not by assignment: a key may be called `__proto__`.
  const value = Object.fromEntries(node)
  let index = nodes.length
  if (after !== undefined) {
    const found = findByKey(nodes, keys, after)
    if (!found.ok) return found
    index = found.value.index + 1
  }
  const stands = reading.origin.sourcePath(path) ?? path
  const written = reading.origin.sourceNode(path)
  if (written?.kind === 'list') return allow([{ op: 'insert', path: stands, index, value, keyOrder: order }])
  if (written !== null && !(written.kind === 'scalar' && written.value === null)) return refuse(`\`${String(path.at(-1))}\` is not a list. Mend it in the text first.`)
  return allow([{ op: 'set', path: stands, value: [value], keyOrder: list.around }])
}

/** Sets the comment lines above a node. */
export function commentNode({ reading, nodes, keys, path }: NodeList, key: string, text: string | undefined): Operations {
  const found = findByKey(nodes, keys, key)
  if (!found.ok) return found
  if (reading.source.format === 'json') return refuse('JSON has no comments. Convert the file to YAML to keep notes.', found.value.node.id)
  const note = text === undefined || text.trim() === '' ? undefined : text
  return allow([{ op: 'comment', path: [...(reading.origin.sourcePath(path) ?? path), found.value.index], text: note }])
}

/** Moves a node before another, or to the end. */
export function moveInFile({ reading, nodes, keys, path }: NodeList, key: string, before: string | undefined): Operations {
  const found = findByKey(nodes, keys, key)
  if (!found.ok) return found
  const from = found.value.index
  let to = nodes.length - 1
  if (before !== undefined) {
    const next = findByKey(nodes, keys, before)
    if (!next.ok) return next
    // The place that it has in the end, when it has left its own.
    to = next.value.index > from ? next.value.index - 1 : next.value.index
  }
  return allow(from === to ? [] : [{ op: 'move', path: reading.origin.sourcePath(path) ?? path, from, to }])
}

/**
 * The id to be given to a node, trimmed, or why it cannot be: blank, reserved, or that of another one.
 *
 * @param reserved why the dialect keeps an id for itself; null where it does not.
 */
export function checkNewId(nodes: readonly { readonly id: string }[], index: number, to: string, reserved: (id: string) => string | null = () => null): Result<string> {
  const { id: old } = nodes[index]!
  const id = to.trim()
  if (id === '') return refuse('An id cannot be blank.', old)
  const why = reserved(id)
  if (why !== null) return refuse(why, old)
  if (nodes.some((other, at) => at !== index && sameId(other.id) === sameId(id))) return refuse(`The id ${shown(id)} is already taken. Choose another.`, old)
  return allow(id)
}

/** Where a field of the document stands in the model. */
export function pathOfField({ within = [], name }: Pick<Field, 'within' | 'name'>): Path {
  return [...within, name]
}

/** The parts of a document that are no nodes, as far as setting its fields goes. */
export type DocumentTable = {
  readonly fields: readonly Field[]
  /** The keys at the root, in the order in which they are written. */
  readonly keys: readonly string[]
  /** Keys at the root that hold more than a field, with what to say when one is to be set. */
  readonly held: ReadonlyMap<string, string>
  /** The keys of maps under the root that hold more than fields, in the order in which they are written. */
  readonly inner?: ReadonlyMap<string, readonly string[]>
}

/** Sets a field of the document, by the name that it has in its table; a name that is in none is a key at the root. */
export function setDocumentField({ origin }: Pick<Reading, 'origin'>, { fields, keys, held, inner }: DocumentTable, name: string, value: Json | undefined): Operations {
  const field = fields.find((each) => each.name === name)
  const refusal = held.get(name)
  if (field === undefined && refusal !== undefined) return refuse(refusal)
  const fault = field && value !== undefined ? checkValue(field, value) : null
  if (fault !== null) return refuse(fault)
  const path = pathOfField(field ?? { name })
  if (isThere({ origin }, path, value)) return allow([])
  const around = path.slice(0, -1)
  const stands = origin.sourcePath(path)
  const isElsewhere = (there: Path | null, here: Path): boolean => there !== null && (there.length !== here.length || there.some((step, at) => step !== here[at]))
  if (isElsewhere(stands, path) || isElsewhere(origin.sourcePath(around), around)) {
    return refuse(`\`${name}\` is written elsewhere (by an alias or a merge key). Edit it in the text.`, undefined, 'refused/merge-key')
  }
  if (value === undefined || (isEmpty(value) && field !== undefined && !field.always)) {
    if (!isWritten({ origin }, around, name)) return allow([])
    const map = origin.sourceNode(around)
    // The last key of a map takes the map's own with it.
    const isLast = around.length > 0 && map?.kind === 'map' && map.entries.length === 1
    return allow([{ op: 'delete', path: isLast ? around : path }])
  }
  const order = field?.within === undefined ? keys : inner?.get(field.within.join('/')) ?? fields.filter(({ within }) => within?.join('/') === field.within!.join('/')).map((each) => each.name)
  const isRootOfMap = around.length > 0 && origin.sourceNode(around) === null
  return allow([isRootOfMap ? { op: 'set', path: around, value: { [name]: value }, keyOrder: keys } : { op: 'set', path, value, keyOrder: order }])
}
