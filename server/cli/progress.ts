import type { NodeDelta, NodeState, RunEvent, RunState } from '../../src/core/index.ts'
import type { Io } from './io.ts'
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
  /** How far an earlier attempt came. */
  readonly before: RunState | null
}

/** The first line of a text that has something on it. */
export function firstLine(text: string): string {
  return /^.*\S.*$/m.exec(text)?.[0]?.trim() ?? ''
}

/** The output of a node as a line: text as it is, other values as JSON. */
export function outputLine(output: unknown): string {
  return firstLine(typeof output === 'string' ? output : JSON.stringify(output))
}
