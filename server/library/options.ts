import type { Json, NodeDelta, PolicyRule, RunEvent } from '../../src/core/index.ts'
import type { RunStore } from '../engine/ports.ts'
import type { DefinedTool } from '../tools/define-tool.ts'
import type { Executor, ExecutorInputs, ExecutorVariables } from './executor.ts'

export type WorkOptions<Inputs = ExecutorInputs | ExecutorVariables> = {
  /** Runs the nodes. Default: models, chosen by the environment, agents and tools. */
  readonly executor?: Executor<Inputs>
  /** Tools of the program's own, made with `defineTool`: found before all others, and run in this process. */
  readonly tools?: readonly DefinedTool[]
  /** The folder that tools work in, with its agents, `heddle.json` and `.mcp.json`. Default: the working folder. */
  readonly workspace?: string
  /** Lets the tool modules and the servers of the workspace run, also where the user has not said `heddle trust`. */
  readonly trust?: boolean
  /** Aborting it cancels the run: what is under way is aborted, what has completed is kept. */
  readonly signal?: AbortSignal
  /** Hears of every event of this attempt, durable first, and of live text. */
  readonly onEvent?: (event: RunEvent | NodeDelta) => void
}

/** A policy as its file has it: rules by the name of an effect, `*` for all. */
export type Policy = { readonly [effect: string]: readonly Pick<PolicyRule, 'match' | 'action'>[] }

export type RunWorkflowOptions<Inputs = ExecutorInputs | ExecutorVariables> = WorkOptions<Inputs> & {
  /** What steps and flows read as `.trigger`. Default: the empty text. */
  readonly trigger?: Json
  /** Effects that are rejected, whatever else is said, such as `std::exec`. */
  readonly reject?: readonly string[]
  /** Effects that are approved, such as `std::write`. */
  readonly approve?: readonly string[]
  /** Decides the effects that `reject` and `approve` do not: rules, or a file of them. What no rule approves is rejected. */
  readonly policy?: Policy | string
  /** The most nodes that run at once; 0 or less is 4. */
  readonly maxParallel?: number
  /** `levels` (default): a level starts when the one before is finished. `eager`: a node starts when its needs are. */
  readonly schedule?: 'levels' | 'eager'
  /** `provider:model` for nodes that name none. */
  readonly model?: string
  /** Where the run is recorded. Default: in memory, gone with the process. */
  readonly store?: RunStore
  /** A name for the run; a taken one is refused. */
  readonly runId?: string
}

export type ResumeOptions = WorkOptions & {
  /** Where the run is recorded. Default: `.heddle` in the working folder. */
  readonly store?: RunStore
  /** Does again what may have been done already: a call whose outcome is unknown. */
  readonly retryUnknown?: boolean
}
