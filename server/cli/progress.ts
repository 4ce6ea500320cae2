import type { EventOf, NodeDelta, NodeState, RunEvent, RunState } from '../../src/core/index.ts'
import type { Io } from './io.ts'
import { showDuration } from './show-values.ts'
import type { Style } from './style.ts'

/** Shows a run as it goes on: given every event in order, with the state after it. */
export type Progress = {
  event(event: RunEvent | NodeDelta, node: (id: string) => NodeState | undefined): void
  /** A remark between the lines. */
  note(text: string): void
  /** Leaves the screen in order; nothing is shown after it. */
  end(): void
}

export type ProgressOptions = {
  readonly io: Io
  readonly style: Style
  /** The nodes of the plan. */
  readonly ids: readonly string[]
  /** The nodes are visited as often as the walk comes to them: their number says nothing of how much is left. */
  readonly walks?: boolean
  /** How far an earlier attempt came. */
  readonly before: RunState | null
}

/** Of a text that may be very long, only so much is looked at for its first line. In UTF-16 units. */
const looked = 10_000

/** How a visit is called: the first one by its node alone. */
export function visitName({ node, visit }: { readonly node: string; readonly visit: number }): string {
  return visit > 1 ? `${node}#${visit}` : node
}

/** What another try is announced with. */
export function retryLine({ error, attempt, delay, item }: EventOf<'node.retrying'>): string {
  const wait = delay > 0 ? ` in ${showDuration(delay)}` : ''
  return `${item === undefined ? '' : `item ${item}: `}${error.message}; try ${attempt + 1}${wait}`
}

/** How far an earlier attempt came: nodes that ended, or visits of a walk that completed. */
export function doneBefore({ plan, order, visits }: RunState): number {
  return plan?.kind === 'walk' ? visits.filter(({ state }) => state.status === 'completed' || state.status === 'skipped').length : order.length
}

/** The first line of a text that has something on it, or the beginning of it where it is very long. */
export function firstLine(text: string): string {
  return /^.*\S.*$/m.exec(text.slice(0, looked))?.[0]?.trim() ?? ''
}

/** The output of a node as a line: text as it is, other values as JSON. */
export function outputLine(output: unknown): string {
  return firstLine(typeof output === 'string' ? output : JSON.stringify(output))
}
