import { headerFields, headerKeys, LLM_IN_PARTS } from '../../agent-file/fields.ts'
import { renameVariable } from '../../agent-file/rename-variable.ts'
import { unreachable, type Path, type Result } from '../../diagnostic.ts'
import type { PathOp } from '../../source/tree.ts'
import type { Command, NodeFields } from '../command.ts'
import { answersToId, findByKey, type Found } from '../find-node.ts'
import { addNode, checkNewId, commentNode, moveInFile, setDocumentField, type DocumentTable, type NodeList } from '../node-commands.ts'
import { allow, refuse } from '../refuse.ts'
import { sameId } from '../same-id.ts'
import { checkValue } from '../values.ts'
import { isWritten, ownPath, writeField, type Holder } from '../write-field.ts'
import { writeList } from '../write-list.ts'
import { bodyOf, bodyPath, END, targetOf, type FlowDefinition, type FlowNode } from './definition.ts'
import { connect, disconnect, moveEdge, removeEdges, retarget, setEdge } from './edge-commands.ts'
import { bodyFields, bodyKeys, nodeFieldNamed, nodeFields, nodeKeys, rootKeys } from './fields.ts'
import { holdersOf } from './holders.ts'
import { keysOf } from './keys.ts'
import type { FlowReading } from './read.ts'
import { referencesTo } from './references.ts'

type Operations = Result<readonly PathOp[]>

const held: DocumentTable['held'] = new Map([
  ['nodes', 'Nodes are added and removed one by one.'], ['edges', 'Edges are added and removed one by one.'],
  ['workflow', 'The workflow is changed part by part.'], ['llm', LLM_IN_PARTS],
])

/** The fields of the body stand at the root, or all under `workflow`. */
const atTheTop: DocumentTable = { fields: [...bodyFields, ...headerFields], keys: rootKeys, held }
const within: DocumentTable = {
  fields: [...bodyFields.map((field) => ({ ...field, within: ['workflow'] })), ...headerFields], keys: headerKeys, held,
  inner: new Map([['workflow', bodyKeys]]),
}

/** What a command changes in the text of a flow, or why it cannot be done. */
export function flowOperations(reading: FlowReading, command: Command): Operations {
  switch (command.type) {
    case 'add': return add(reading, command.node, command.after)
    case 'remove': return remove(reading, command.nodes, command.references === 'keep')
    case 'rename': return rename(reading, command.node, command.to)
    case 'connect': return connect(reading, command)
    case 'disconnect': return disconnect(reading, command)
    case 'retarget': return retarget(reading, command)
    case 'setEdge': return setEdge(reading, command)
    case 'moveEdge': return moveEdge(reading, command)
    case 'setField': return setField(reading, command)
    case 'setDocument': return setDocumentField(reading, bodyPath(reading.model).length === 0 ? atTheTop : within, command.field, command.value)
    case 'setComment': return onNodes(reading, [command.node], (list) => commentNode(list, command.node, command.text))
    case 'moveNode': return onNodes(reading, [command.node, command.before], (list) => moveInFile(list, command.node, command.before))
    case 'renameOutput': return renameVariable(reading, holdersOf(reading.model), command.from, command.to)
    case 'toFlow': return refuse('This is a flow already.')
    case 'paste':
    case 'setFormat':
    case 'batch':
      return refuse('This is for the document to do, not for one dialect.')
    default: return unreachable(command)
  }
}

const NOT_THE_END = 'The end is not a node of the file. Change the edges that lead to it.'

function find(model: FlowDefinition, key: string): Result<Found<FlowNode>> {
  const keys = keysOf(model)
  if (key === keys.end) return refuse(NOT_THE_END)
  return findByKey(bodyOf(model).nodes, keys, key)
}

function nodesPath(model: FlowDefinition): Path {
  return [...bodyPath(model), 'nodes']
}

function holderOf(model: FlowDefinition, index: number): Holder {
  return { path: [...nodesPath(model), index], keys: nodeKeys }
}

function listPath(reading: FlowReading): Path {
  const at = nodesPath(reading.model)
  return reading.origin.sourcePath(at) ?? at
}

function add(reading: FlowReading, fields: NodeFields, after: string | undefined): Operations {
  const why = typeof fields.id === 'string' ? whyReserved(fields.id) : null
  if (why !== null) return refuse(why)
  return onNodes(reading, [after], (list) => addNode(list, fields, after))
}

/** Why a node cannot have this id; null when it can. */
function whyReserved(id: string): string | null {
  return sameId(id.trim()) === END ? 'The id `end` is reserved: an edge to `end` ends the flow. Choose another.' : null
}

const TO_FILL: ReadonlySet<string> = new Set(['tool', 'agent', 'prompt'])

/** What is done to nodes named by these keys, among which the end is none. */
function onNodes(reading: FlowReading, named: readonly (string | undefined)[], work: (list: NodeList) => Operations): Operations {
  const { model } = reading
  const keys = keysOf(model)
  if (named.includes(keys.end)) return refuse(NOT_THE_END)
  return work({ reading, nodes: bodyOf(model).nodes, keys, path: nodesPath(model), fields: nodeFields, around: bodyKeys, toFill: TO_FILL })
}

function remove(reading: FlowReading, nodes: readonly string[], keepsReferences: boolean): Operations {
  const { model } = reading
  const body = bodyOf(model)
  const keys = keysOf(model)
  const gone = new Set<number>()
  const unnamed = new Set<string>()
  let endGoes = false
  for (const key of nodes) {
    const ghost = [...keys.ghosts].find(([id, { key: name }]) => name === key || id === sameId(key))
    const found = findByKey(body.nodes, keys, key)
    if (found.ok) gone.add(found.value.index)
    else if (ghost) unnamed.add(ghost[0])
    else if (key === keys.end) endGoes = true
    else return found
  }
  const staying = new Set(body.nodes.flatMap((node, index) => (gone.has(index) ? [] : [sameId(node.id)])))
  for (const index of gone) {
    const id = sameId(body.nodes[index]!.id)
    if (id !== '' && !staying.has(id)) unnamed.add(id)
  }
  const ops: PathOp[] = []
  if (!keepsReferences) {
    const cleaned = removeReferences(reading, unnamed, gone, endGoes)
    if (!cleaned.ok) return cleaned
    ops.push(...cleaned.value)
  }
  const list = listPath(reading)
  // A body without nodes and edges would be read as another kind of file.
  if (gone.size === body.nodes.length && gone.size > 0) return allow([...ops, { op: 'set', path: list, value: [], keyOrder: bodyKeys }])
  return allow([...ops, ...[...gone].toSorted((left, right) => right - left).map((index): PathOp => ({ op: 'delete', path: [...list, index] }))])
}

/** The edges of nodes that go, routes to them, and what names them at the head. */
function removeReferences(reading: FlowReading, unnamed: ReadonlySet<string>, gone: ReadonlySet<number>, endGoes: boolean): Operations {
  const { model } = reading
  const body = bodyOf(model)
  const ops: PathOp[] = []
  for (const [index, node] of body.nodes.entries()) {
    const rest = node.routes.filter((id) => !unnamed.has(sameId(id)))
    if (gone.has(index) || rest.length === node.routes.length) continue
    const cleaned = writeList(reading, holderOf(model, index), 'routes', node.routes, rest)
    if (!cleaned.ok) return cleaned
    ops.push(...cleaned.value)
  }
  const edges = body.edges.flatMap((edge, place) => {
    const to = targetOf(edge)
    const isGone = unnamed.has(sameId(edge.from)) || (to === null ? endGoes : unnamed.has(sameId(to)))
    return isGone ? [place] : []
  })
  if (edges.length > 0) ops.push(...removeEdges(reading, new Set(edges)))
  for (const field of ['entry', 'output'] as const) {
    const id = body[field]
    if (id === undefined || !unnamed.has(sameId(id))) continue
    const path = ownPath(reading, { path: bodyPath(model), keys: bodyKeys }, field)
    if (!path.ok) return path
    ops.push({ op: 'delete', path: path.value })
  }
  return allow(ops)
}

function rename(reading: FlowReading, key: string, to: string): Operations {
  const { model } = reading
  const found = find(model, key)
  if (!found.ok) return found
  const { index, node } = found.value
  const checked = checkNewId(bodyOf(model).nodes, index, to, whyReserved)
  if (!checked.ok) return checked
  const id = checked.value
  if (id === node.id) return allow([])
  const path = ownPath(reading, holderOf(model, index), 'id')
  if (!path.ok) return path
  const ops: PathOp[] = [{ op: 'set', path: path.value, value: id, keyOrder: nodeKeys }]
  // Of a node called `end` nothing is a reference: edges that name it end the flow.
  if (answersToId(keysOf(model), found.value) && sameId(node.id) !== END) {
    for (const reference of referencesTo(model, node.id)) {
      for (const stands of reading.origin.sourcePaths(reference.path)) ops.push({ op: 'set', path: stands, value: id })
    }
  }
  return allow(ops)
}

function setField(reading: FlowReading, { node: key, field: name, value, pieces }: Extract<Command, { type: 'setField' }>): Operations {
  const found = find(reading.model, key)
  if (!found.ok) return found
  const { index, node } = found.value
  const path = typeof name === 'string' ? [name] : name
  const [first, entry] = path
  if (typeof first !== 'string') return refuse('A field has a name.', node.id)
  if (first === 'id') {
    if (path.length > 1) return refuse('An id is one text.', node.id)
    return rename(reading, key, typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  }
  const holder = holderOf(reading.model, index)
  const field = nodeFieldNamed.get(first)
  if (!field) {
    const own = ownPath(reading, holder, first)
    if (!own.ok) return own
    const at = [...own.value, ...path.slice(1)]
    if (value === undefined) return allow(isWritten(reading, holder.path, first) ? [{ op: 'delete', path: at }] : [])
    return allow([{ op: 'set', path: at, value, keyOrder: nodeKeys }])
  }
  const isList = field.type === 'references' || field.type === 'list'
  let wanted = value
  if (path.length > 1) {
    if (!isList || path.length > 2 || typeof entry !== 'number') return refuse(`\`${first}\` has no parts.`, node.id)
    const list = [...node[first as 'routes' | 'tools']]
    if (entry < 0 || entry > list.length) return refuse(`\`${first}\` has no entry ${entry}.`, node.id)
    wanted = value === undefined ? list.toSpliced(entry, 1) : list.toSpliced(entry, 1, typeof value === 'string' ? value : '')
  }
  const fault = wanted === undefined ? null : checkValue(field, wanted)
  if (fault !== null) return refuse(fault, node.id)
  // A field that is cleared goes; a list whose last entry goes may stay as an empty one.
  if (!isList || wanted === undefined) return writeField(reading, holder, first, field, wanted, pieces)
  const names = (typeof wanted === 'string' ? [wanted] : Array.isArray(wanted) ? wanted : []).map((one) => String(one).trim())
  return writeList(reading, holder, first, node[first as 'routes' | 'tools'], [...new Set(names)].filter((one) => one !== ''))
}
