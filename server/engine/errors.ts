import type { Owner } from './ports.ts'

/** A run with this id is there already. */
export class RunExists extends Error {
  override name = 'RunExists'
  readonly run: string
  constructor(run: string) {
    super(`run ${run} exists already: resume it with \`heddle resume ${run}\`, or choose another id`)
    this.run = run
  }
}

export class RunNotFound extends Error {
  override name = 'RunNotFound'
  readonly run: string
  constructor(run: string) {
    super(`there is no run ${run}`)
    this.run = run
  }
}

/** A living process works on the run. */
export class RunOwned extends Error {
  override name = 'RunOwned'
  readonly run: string
  readonly by: Owner
  constructor(run: string, by: Owner) {
    super(`run ${run} is being worked on by process ${by.pid} on ${by.host}`)
    this.run = run
    this.by = by
  }
}

/** The run completed: a resume would have nothing to do. */
export class RunFinished extends Error {
  override name = 'RunFinished'
  readonly run: string
  constructor(run: string) {
    super(`run ${run} is completed: nothing is left to resume`)
    this.run = run
  }
}

/** What a node began that is not to be done twice, and that has not come back. */
export type Begun = { readonly node: string; readonly effects: readonly string[] }

/** Nodes began something that is not to be done twice, and nobody knows what came of it. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
  readonly run: string
  /** All of it: whoever says that it is to be done again says so of every node. */
  readonly unknown: readonly Begun[]
  constructor(run: string, unknown: readonly Begun[]) {
    const began = unknown.map(({ node, effects }) => `"${node}" began ${effects.join(', ')}`)
    super(`run ${run} cannot go on by itself: ${began.join('; ')}, and it is not known whether that was done`)
    this.run = run
    this.unknown = unknown
  }
}

/** The log of the run is not as it was recorded: nothing is built on it. */
export class RunTampered extends Error {
  override name = 'RunTampered'
  readonly run: string
  /** The first bad event. */
  readonly seq: number
  constructor(run: string, seq: number, reason: string) {
    super(`run ${run} cannot be trusted: ${reason}`)
    this.run = run
    this.seq = seq
  }
}

export class InvalidRunId extends Error {
  override name = 'InvalidRunId'
  constructor(run: string) {
    super(`${JSON.stringify(run.slice(0, 140))} is no run id: use 1 to 128 letters, digits, dots, dashes and underscores, the first one a letter or a digit`)
  }
}

/** The engine was closed: it takes no more runs. */
export class EngineClosed extends Error {
  override name = 'EngineClosed'
  constructor() {
    super('the engine is closed')
  }
}
