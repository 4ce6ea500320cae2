import type { GraphEdge, GraphNode, GraphView } from '../../graph/view.ts'
import { noteAbove } from '../note.ts'
import { summaryOf } from '../summary.ts'
import { keysOf, STEPS, type Step, type StepsDefinition } from './definition.ts'
import type { StepsReading } from './read.ts'

/** Read steps as they are drawn, with the comments above them as their notes. */
export function projectSteps({ source, model, origin }: StepsReading): GraphView {
  const list = origin.sourceNode(STEPS)
  const items = list?.kind === 'list' ? list.items : []
  return viewOf(model, (index) => (items[index] ? noteAbove(source, items[index]) : undefined))
}

/** A definition as it is drawn: one step after the other. */
export function viewOf(definition: StepsDefinition, noteOf: (index: number) => string | undefined = () => undefined): GraphView {
  const { keys } = keysOf(definition)
  const nodes = definition.workflow.steps.map((step, index) => nodeOf(step, keys[index]!, index, noteOf(index)))
  const edges = keys.slice(1).map((to, index): GraphEdge => {
    const from = keys[index]!
    return { key: `flow:${from}>${to}`, kind: 'flow', from, to }
  })
  return { nodes, edges, levels: [] }
}

/** The drawn node of a step: summaries are looked for once. */
const drawn = new WeakMap<Step, GraphNode>()

function nodeOf(step: Step, key: string, index: number, note: string | undefined): GraphNode {
  const known = drawn.get(step)
  if (known && known.key === key && known.index === index && known.note === note) return known
  const made: GraphNode = {
    key, id: step.id, kind: 'tool', summary: known?.summary ?? summaryOf(`${step.tool}\n${step.input ?? step.prompt ?? ''}`), index,
    ...(step.if === undefined ? {} : { condition: step.if.trim() }),
    ...(note === undefined ? {} : { note }),
  }
  drawn.set(step, made)
  return made
}
