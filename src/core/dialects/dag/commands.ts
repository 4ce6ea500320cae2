import { unreachable, type Json, type Path, type Result } from '../../diagnostic.ts'
import type { PathOp } from '../../source/tree.ts'
import type { Command } from '../command.ts'
import { drawnEdge, newEdge } from './edges.ts'
import { documentFields, documentKeys, nodeField, nodeFields, nodeKeys } from './fields.ts'
import { answers, findNode } from './find-node.ts'
import { keysOf } from './keys.ts'
import type { DagReading } from './read.ts'
import { referencesTo } from './references.ts'
import { allow, refuse } from '../refuse.ts'
import { addNode, checkNewId, commentNode, moveInFile, setDocumentField, type DocumentTable, type NodeList } from '../node-commands.ts'
import { checkValue } from '../values.ts'
import { ownPath, writeField } from './write-field.ts'
import { addEntry, removeEntry, writeList, type ListName } from './write-list.ts'
import { sameId } from '../same-id.ts'
import { shown } from '../say.ts'

type Operations = Result<readonly PathOp[]>

/** What a command changes in the text of a `dag`, or why it cannot be done. */
export function dagOperations(reading: DagReading, command: Command): Operations {
  switch (command.type) {
    case 'add': return addNode(nodesIn(reading), command.node, command.after)
    case 'remove': return remove(reading, command.nodes, command.references === 'keep')
    case 'rename': return rename(reading, command.node, command.to)
    case 'connect': return connect(reading, command)
    case 'disconnect': return disconnect(reading, command)
    case 'setField': return setField(reading, command.node, command.field, command.value)
    case 'setDocument': return setDocumentField(reading, documentTable, command.field, command.value)
    case 'setComment': return commentNode(nodesIn(reading), command.node, command.text)
    case 'moveNode': return moveInFile(nodesIn(reading), command.node, command.before)
    case 'retarget':
    case 'setEdge':
    case 'moveEdge':
    case 'renameOutput':
      return refuse('The edges of a dag are what its nodes need and route to: they carry no condition, no budget and no variable.')
    case 'toFlow':
    case 'paste':
    case 'setFormat':
    case 'batch':
      return refuse('This is for the document to do, not for one dialect.')
    default: return unreachable(command)
  }
}

const documentTable: DocumentTable = { fields: documentFields, keys: documentKeys, held: new Map([['nodes', 'Nodes are added and removed one by one.']]) }

function nodesIn(reading: DagReading): NodeList {
  return { reading, nodes: reading.model.nodes, keys: keysOf(reading.model), path: ['nodes'], fields: nodeFields, around: documentKeys }
}

function remove(reading: DagReading, nodes: readonly string[], keepsReferences: boolean): Operations {
  const { model } = reading
  const { keys, ghosts } = keysOf(model)
  const gone = new Set<number>()
  const unnamed = new Set<string>()
  for (const key of nodes) {
    const ghost = [...ghosts].find(([id, { key: name }]) => name === key || id === sameId(key))
    const found = findNode(model, key)
    if (found.ok) gone.add(found.value.index)
    else if (ghost) unnamed.add(ghost[0])
    else return found
  }
  const staying = new Set(model.nodes.flatMap((node, index) => (gone.has(index) ? [] : [sameId(node.id)])))
  for (const index of gone) {
    const id = sameId(model.nodes[index]!.id)
    if (id !== '' && !staying.has(id)) unnamed.add(id)
  }
  const ops: PathOp[] = []
  for (const [index, node] of model.nodes.entries()) {
    if (keepsReferences || gone.has(index)) continue
    for (const field of ['needs', 'routes'] as const) {
      const rest = node[field].filter((id) => !unnamed.has(sameId(id)))
      if (rest.length === node[field].length) continue
      const cleaned = writeList(reading, index, field, rest)
      if (!cleaned.ok) return cleaned
      ops.push(...cleaned.value)
    }
  }
  // From the last, so that the places of those before it still hold.
  for (const index of [...gone].toSorted((left, right) => right - left)) {
    if (keys[index] !== undefined) ops.push({ op: 'delete', path: ['nodes', index] })
  }
  return allow(ops)
}

function rename(reading: DagReading, key: string, to: string): Operations {
  const { model } = reading
  const found = findNode(model, key)
  if (!found.ok) return found
  const { index, node } = found.value
  const checked = checkNewId(model.nodes, index, to)
  if (!checked.ok) return checked
  const id = checked.value
  if (id === node.id) return allow([])
  const path = ownPath(reading, index, 'id')
  if (!path.ok) return path
  const ops: PathOp[] = [{ op: 'set', path: path.value, value: id, keyOrder: nodeKeys }]
  if (answers(model, found.value)) {
    for (const reference of referencesTo(model, node.id)) {
      for (const stands of reading.origin.sourcePaths(reference.path)) ops.push({ op: 'set', path: stands, value: id })
    }
  }
  return allow(ops)
}

function connect(reading: DagReading, command: Command & { type: 'connect' | 'disconnect' }): Operations {
  const edge = newEdge(reading.model, command.from, command.to, command.kind)
  return edge.ok ? addEntry(reading, edge.value.owner.index, edge.value.field, edge.value.id) : edge
}

function disconnect(reading: DagReading, { from, to, kind }: Command & { type: 'connect' | 'disconnect' }): Operations {
  const edge = drawnEdge(reading.model, from, to, kind)
  if (edge === null) return refuse(`No edge leads from ${shown(from)} to ${shown(to)}. It may have been removed.`)
  return removeEntry(reading, edge.index, edge.field, edge.entry)
}

function setField(reading: DagReading, key: string, name: string | Path, value: Json | undefined): Operations {
  const found = findNode(reading.model, key)
  if (!found.ok) return found
  const { index, node } = found.value
  const path = typeof name === 'string' ? [name] : name
  const [first, entry] = path
  if (typeof first !== 'string') return refuse('A field has a name.', node.id)
  if (first === 'id') {
    if (path.length > 1) return refuse('An id is one text.', node.id)
    return rename(reading, key, typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  }
  const field = nodeField(first)
  if (!field) {
    const own = ownPath(reading, index, first)
    if (!own.ok) return own
    return allow([value === undefined ? { op: 'delete', path: [...own.value, ...path.slice(1)] } : { op: 'set', path: [...own.value, ...path.slice(1)], value, keyOrder: nodeKeys }])
  }
  const isList = field.type === 'references' || field.type === 'list'
  let wanted = value
  if (path.length > 1) {
    if (!isList || path.length > 2 || typeof entry !== 'number') return refuse(`\`${first}\` has no parts.`, node.id)
    const list = [...node[first as ListName]]
    if (entry < 0 || entry > list.length) return refuse(`\`${first}\` has no entry ${entry}.`, node.id)
    wanted = value === undefined ? list.toSpliced(entry, 1) : list.toSpliced(entry, 1, typeof value === 'string' ? value : '')
  }
  const fault = wanted === undefined ? null : checkValue(field, wanted)
  if (fault !== null) return refuse(fault, node.id)
  // A field that is cleared goes; a list whose last entry goes may stay as an empty one.
  if (!isList || wanted === undefined) return writeField(reading, index, first, field, wanted)
  const names = (typeof wanted === 'string' ? [wanted] : Array.isArray(wanted) ? wanted : []).map((one) => String(one).trim())
  return writeList(reading, index, first as ListName, [...new Set(names)].filter((one) => one !== ''))
}
