import type { Json, Path, Result } from '../../diagnostic.ts'
import type { PathOp } from '../../source/tree.ts'
import type { Command } from '../command.ts'
import { allow, refuse } from '../refuse.ts'
import { checkValue } from '../values.ts'
import { ownPath, writeField, type Holder } from '../write-field.ts'
import { bodyOf, bodyPath, END, type FlowDefinition } from './definition.ts'
import { findEdge, newEdge, sourceId, targetId } from './edges.ts'
import { bodyKeys, edgeFieldNamed, edgeKeys } from './fields.ts'
import { keysOf } from './keys.ts'
import type { FlowReading } from './read.ts'

type Operations = Result<readonly PathOp[]>
type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>

/** Adds an edge behind all others, so that it is the last that its node tries. */
export function connect(reading: FlowReading, { from, to, kind }: Of<'connect' | 'disconnect'>): Operations {
  if (kind !== undefined && kind !== 'flow') return refuse('The edges of a flow are all of one kind.')
  const edge = newEdge(reading.model, from, to)
  return edge.ok ? appendEdge(reading, edge.value) : edge
}

export function appendEdge(reading: FlowReading, edge: Json): Operations {
  const at = [...bodyPath(reading.model), 'edges']
  const list = reading.origin.sourceNode(at)
  if (list?.kind === 'list') return allow([{ op: 'insert', path: listPath(reading, at), index: list.items.length, value: edge, keyOrder: edgeKeys }])
  if (list !== null && !(list.kind === 'scalar' && list.value === null)) return refuse('`edges` is not a list. Mend it in the text first.')
  return allow([{ op: 'set', path: at, value: [edge], keyOrder: bodyKeys }])
}

function listPath(reading: FlowReading, at: Path): Path {
  return reading.origin.sourcePath(at) ?? at
}

export function disconnect(reading: FlowReading, { from, to, index }: Of<'connect' | 'disconnect'>): Operations {
  const edge = findEdge(reading.model, from, to, index)
  return edge.ok ? allow(removeEdges(reading, new Set([edge.value.place]))) : edge
}

/** Removes edges. A flow at the root of its file keeps an empty list: without one the file would be read as a dag. */
export function removeEdges(reading: FlowReading, gone: ReadonlySet<number>): readonly PathOp[] {
  const at = listPath(reading, [...bodyPath(reading.model), 'edges'])
  const { edges } = bodyOf(reading.model)
  if (gone.size === edges.length && gone.size > 0) return [{ op: 'set', path: at, value: [], keyOrder: bodyKeys }]
  // From the last, so that the places of those before it still hold.
  return [...gone].toSorted((left, right) => right - left).map((place) => ({ op: 'delete', path: [...at, place] }))
}

export function retarget(reading: FlowReading, { from, to, index, newFrom, newTo }: Of<'retarget'>): Operations {
  const edge = findEdge(reading.model, from, to, index)
  if (!edge.ok) return edge
  const ops: PathOp[] = []
  for (const [field, key] of [['from', newFrom], ['to', newTo]] as const) {
    if (key === undefined) continue
    const id = field === 'from' ? sourceId(reading.model, key) : targetId(reading.model, key)
    if (!id.ok) return id
    const written = bodyOf(reading.model).edges[edge.value.place]![field]
    // An edge that ends the flow without saying so goes on doing it. What stays as it is may be an alias.
    if (written === id.value || (field === 'to' && id.value === END && written === undefined)) continue
    const path = ownPath(reading, holderOf(reading.model, edge.value.place), field)
    if (!path.ok) return path
    ops.push({ op: 'set', path: path.value, value: id.value, keyOrder: edgeKeys })
  }
  return allow(ops)
}

export function setEdge(reading: FlowReading, command: Of<'setEdge'>): Operations {
  const { from, to, index, field: name, value } = command
  const edge = findEdge(reading.model, from, to, index)
  if (!edge.ok) return edge
  if (name === 'from' || name === 'to') {
    if (typeof value !== 'string' && !(name === 'to' && value === undefined)) return refuse(`\`${name}\` is the id of a node.`)
    const key = typeof value === 'string' ? value : keysOf(reading.model).end
    return retarget(reading, { type: 'retarget', from, to, ...(index === undefined ? {} : { index }), ...(name === 'from' ? { newFrom: key } : { newTo: key }) })
  }
  const field = edgeFieldNamed.get(name)
  const fault = field && value !== undefined ? checkValue(field, value) : null
  if (fault !== null && fault !== undefined) return refuse(fault, from)
  return writeField(reading, holderOf(reading.model, edge.value.place), name, field, value)
}

/** Moves an edge among those of its node; edges of other nodes keep their order. */
export function moveEdge(reading: FlowReading, { from, to, index, place }: Of<'moveEdge'>): Operations {
  const edge = findEdge(reading.model, from, to, index)
  if (!edge.ok) return edge
  const own = keysOf(reading.model).edges.filter((each) => each.from === edge.value.from)
  const target = own[Math.max(0, Math.min(own.length - 1, place))]!
  if (target.place === edge.value.place) return allow([])
  return allow([{ op: 'move', path: listPath(reading, [...bodyPath(reading.model), 'edges']), from: edge.value.place, to: target.place }])
}

function holderOf(model: FlowDefinition, place: number): Holder {
  return { path: [...bodyPath(model), 'edges', place], keys: edgeKeys }
}
