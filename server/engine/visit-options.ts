import type { Digest, PlanNode, RunOptions } from '../../src/core/index.ts'
import type { RunLog } from './log.ts'
import type { Clock, Decide, Executor } from './ports.ts'
import type { Records } from './records.ts'
import type { Stop } from './stop.ts'

/** What the visits of an attempt have in common. */
export type VisitsOptions = {
  readonly run: string
  readonly options: RunOptions
  /** The hash of the definition that is run. */
  readonly definition: string
  /** The tools that the workflow's file names as its own. */
  readonly ownTools: readonly string[]
  /** The system prompt of the workflow's file. */
  readonly system?: string
  readonly nodes: ReadonlyMap<string, PlanNode>
  readonly log: RunLog
  readonly records: Records
  readonly executor: Executor
  readonly decide: Decide
  readonly clock: Clock
  readonly digest: Digest
  readonly stop: Stop
  readonly live: { write(node: string, visit: number, text: string): void; clear(node: string): void }
  /** Hears of an answer that came after its visit was given up. */
  readonly onLate: (node: string, visit: number, answer: 'completed' | 'failed') => void
}
