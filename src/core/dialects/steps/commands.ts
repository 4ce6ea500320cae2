import { headerKeys, LLM_IN_PARTS } from '../../agent-file/fields.ts'
import { renameVariable } from '../../agent-file/rename-variable.ts'
import { unreachable, type Result } from '../../diagnostic.ts'
import type { PathOp } from '../../source/tree.ts'
import type { Command, NodeFields } from '../command.ts'
import type { GraphEdge } from '../../graph/view.ts'
import { findByKey } from '../find-node.ts'
import { addNode, checkNewId, commentNode, moveInFile, setDocumentField, type DocumentTable, type NodeList } from '../node-commands.ts'
import { allow, refuse } from '../refuse.ts'
import { shown } from '../say.ts'
import { checkValue } from '../values.ts'
import { ownPath, writeField } from '../write-field.ts'
import { keysOf, STEPS } from './definition.ts'
import { documentFields, stepField, stepFields, stepKeys } from './fields.ts'
import { holdersOf } from './holders.ts'
import type { StepsReading } from './read.ts'

type Operations = Result<readonly PathOp[]>

/** Why no edge is drawn or taken away. */
export const NO_EDGES = 'Steps run one after another in the order of the file: that order is all there is. Move a step to change it.'

const documentTable: DocumentTable = {
  fields: documentFields,
  keys: headerKeys,
  held: new Map([['workflow', 'Steps are added and removed one by one.'], ['llm', LLM_IN_PARTS]]),
}

/** What a command changes in the text of an agent file with steps, or why it cannot be done. */
export function stepsOperations(reading: StepsReading, command: Command): Operations {
  switch (command.type) {
    case 'add': return addNode(listIn(reading), command.node, command.after)
    case 'remove': return remove(reading, command.nodes)
    case 'rename': return rename(reading, command.node, command.to)
    case 'setField': return setField(reading, command)
    case 'setDocument': return setDocumentField(reading, documentTable, command.field, command.value)
    case 'setComment': return commentNode(listIn(reading), command.node, command.text)
    case 'moveNode': return moveInFile(listIn(reading), command.node, command.before)
    case 'renameOutput': return renameVariable(reading, holdersOf(reading.model), command.from, command.to)
    case 'connect':
    case 'disconnect':
    case 'retarget':
    case 'setEdge':
    case 'moveEdge':
      return refuse(NO_EDGES)
    case 'toFlow':
    case 'paste':
    case 'setFormat':
    case 'batch':
      return refuse('This is for the document to do, not for one dialect.')
    default: return unreachable(command)
  }
}

/** The commands that put a new step between two that follow each other. */
export function stepBetween({ model }: StepsReading, { from, to }: Pick<GraphEdge, 'from' | 'to'>, node: NodeFields): Result<readonly Command[]> {
  const { byKey } = keysOf(model)
  const before = byKey.get(from)
  const after = byKey.get(to)
  if (before === undefined || after === undefined || after !== before + 1) return refuse(`${shown(to)} does not follow directly after ${shown(from)}. The steps may have been moved.`)
  return allow([{ type: 'add', node, after: from }])
}

function listIn(reading: StepsReading): NodeList {
  const { model } = reading
  return { reading, nodes: model.workflow.steps, keys: keysOf(model), path: STEPS, fields: stepFields, around: ['steps'] }
}

function remove({ model, origin }: StepsReading, keys: readonly string[]): Operations {
  const gone = new Set<number>()
  for (const key of keys) {
    const found = findByKey(model.workflow.steps, keysOf(model), key)
    if (!found.ok) return found
    gone.add(found.value.index)
  }
  const list = origin.sourcePath(STEPS) ?? STEPS
  // Without its list `workflow` would go as well, and the file be read as another kind.
  if (gone.size === model.workflow.steps.length && gone.size > 0) return allow([{ op: 'set', path: list, value: [] }])
  // From the last, so that the places of those before it still hold.
  return allow([...gone].toSorted((left, right) => right - left).map((index): PathOp => ({ op: 'delete', path: [...list, index] })))
}

function rename(reading: StepsReading, key: string, to: string): Operations {
  const { steps } = reading.model.workflow
  const found = findByKey(steps, keysOf(reading.model), key)
  if (!found.ok) return found
  const { index, node } = found.value
  const checked = checkNewId(steps, index, to)
  if (!checked.ok) return checked
  const id = checked.value
  if (id === node.id) return allow([])
  const path = ownPath(reading, { path: [...STEPS, index], keys: stepKeys }, 'id')
  return path.ok ? allow([{ op: 'set', path: path.value, value: id, keyOrder: stepKeys }]) : path
}

function setField(reading: StepsReading, { node: key, field: name, value, pieces }: Extract<Command, { type: 'setField' }>): Operations {
  const found = findByKey(reading.model.workflow.steps, keysOf(reading.model), key)
  if (!found.ok) return found
  const { index, node } = found.value
  const [first, ...rest] = typeof name === 'string' ? [name] : name
  if (typeof first !== 'string') return refuse('A field has a name.', node.id)
  const holder = { path: [...STEPS, index], keys: stepKeys }
  const field = stepField(first)
  if (!field) {
    const own = ownPath(reading, holder, first)
    if (!own.ok) return own
    const path = [...own.value, ...rest]
    return allow([value === undefined ? { op: 'delete', path } : { op: 'set', path, value, keyOrder: stepKeys }])
  }
  if (rest.length > 0) return refuse(`\`${first}\` has no parts.`, node.id)
  if (first === 'id') return rename(reading, key, typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const fault = value === undefined ? null : checkValue(field, value)
  return fault === null ? writeField(reading, holder, first, field, value, pieces) : refuse(fault, node.id)
}
