/**
 * What the engine runs: plain data made from a definition and recorded in the run's first event, so
 * that a run can be read, resumed and verified without the file that it came from.
 */
export type Plan = LevelsPlan

/** Nodes that wait for the nodes they need: the plan of a `dag`. */
export type LevelsPlan = {
  readonly kind: 'levels'
  readonly dialect: 'dag'
  readonly name: string
  /** In the order of the file. */
  readonly nodes: readonly PlanNode[]
}

export type PlanNode = {
  readonly id: string
  readonly needs: readonly string[]
  /** Which executor does the work, and what it is given. */
  readonly work: PlanWork
  /** Milliseconds; absent means no limit. */
  readonly timeout?: number
}

export type PlanWork = {
  readonly type: 'prompt'
  readonly kind: 'agent' | 'verifier' | 'critic' | 'router'
  readonly prompt: string
  readonly routes: readonly string[]
  readonly output_format: string
  /** Agent type; absent for one plain model request. */
  readonly agent?: string
  /** 0 is a single turn. */
  readonly max_turns: number
  readonly model?: string
  readonly tools: readonly string[]
}

