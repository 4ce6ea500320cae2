import type { Json, NodeDelta, NodeResult, Plan, PlanNode, PolicyRule, RunError, RunEvent, RunEventBody, RunOptions, RunState, RunStatus, StartedBy, Usage } from '../../src/core/index.ts'

/** Reads the time. Milliseconds since 1970, UTC. */
export type Clock = { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> }

/** Gives new run ids: sortable by time, safe in file names and addresses. */
export type Ids = { run(): string }

/** A row of the list of runs. */
export type RunSummary = {
  readonly run: string
  readonly workflow: string
  readonly file?: string
  readonly started_by?: StartedBy
  readonly status: RunStatus
  readonly created_at: string
  readonly ended_at?: string
  readonly usage: Usage
}

/** Which runs are listed; `limit` is 100 when absent. */
export type RunFilter = { readonly file?: string; readonly startedBy?: StartedBy; readonly limit?: number }

/**
 * Who works on a run: one engine of one process at a time. The token tells engines of one process apart,
 * and says when the process began, so that another one with the same number is not taken for it.
 */
export type Owner = { readonly host: string; readonly pid: number; readonly token: string }

/** A request to a run from another process. */
export type InboxMessage = { readonly id: number; readonly type: 'cancel'; readonly by: string }

/** The end of a log, and what it says of the run. */
export type RunHead = { readonly seq: number; readonly hash: string; readonly status: RunStatus }

/** What changed at a run: its log or its inbox. Null when the store cannot tell. */
export type RunChange = 'events' | 'inbox' | null

/** Somebody else appended first: the attempt that sees it ends, and no node fails of it. */
export class AppendConflict extends Error {
  override name = 'AppendConflict'
  readonly run: string
  readonly expected: number
  readonly actual: number
  constructor(run: string, expected: number, actual: number) {
    super(`run ${run} is at event ${actual}, not ${expected}: another process works on it`)
    this.run = run
    this.expected = expected
    this.actual = actual
  }
}

/** The log of every run. One contract suite runs against each implementation. */
export type RunStore = {
  /**
   * Appends events after `expectedSeq` (0 starts a run) and gives them back numbered, timed and
   * chained. `at`: one time for all of them, or one for each. Resolved means durable. Rejects with
   * AppendConflict when the log has moved on. Appends to one run are made, and resolved, in the order of
   * the calls. Those made in one turn of the event loop share one commit.
   */
  append(run: string, expectedSeq: number, events: readonly RunEventBody[], at: number | readonly number[]): Promise<readonly RunEvent[]>
  /** Events after `after` (default 0), at most `limit`, fewer where they are large. None at the end, and of an unknown run. */
  read(run: string, after?: number, limit?: number): Promise<readonly RunEvent[]>
  exists(run: string): Promise<boolean>
  /** The head that the run's row holds: a log that was cut off is found by it. Null when unknown. */
  head(run: string): Promise<RunHead | null>
  /** Newest first. */
  list(filter?: RunFilter): Promise<readonly RunSummary[]>
  /**
   * Takes the lease of a run, or renews the owner's own; a living other owner is given instead. A dead
   * process on this host is replaced at once, an owner on another host when it has not renewed for a minute.
   */
  acquire(run: string, owner: Owner): Promise<{ readonly held: true } | { readonly held: false; readonly by: Owner }>
  release(run: string, owner: Owner): Promise<void>
  /** The living owner; null when there is none or it is dead. */
  owner(run: string): Promise<Owner | null>
  post(run: string, message: Omit<InboxMessage, 'id'>): Promise<void>
  /** Messages after `after`, oldest first. */
  inbox(run: string, after: number): Promise<readonly InboxMessage[]>
  /** Calls back after appends and posts to a run, from this process at once, from others within a second. */
  watch(run: string | null, onChange: (run: string, change: RunChange) => void): () => void
  close(): Promise<void>
}

/** Given to an executor with each node. */
export type ExecutionContext = {
  readonly run: string
  readonly visit: number
  /** `<run>/<node>#<visit>`: the same on every try of the same work. */
  readonly key: string
  readonly options: RunOptions
  /** The tools that the workflow's file names as its own, told from the workspace's folder. */
  readonly ownTools: readonly string[]
  /** What plain model requests of this run are told about themselves: the agent file's own `system_prompt`. */
  readonly system?: string
  /** The results of the needed nodes, in the order of `needs`. */
  readonly results: ReadonlyMap<string, NodeResult>
  /** Of a walk: what its templates read, `trigger` and the outputs so far; for an item its own, too. */
  readonly variables?: ReadonlyMap<string, Json>
  /** Aborted when the run is cancelled, the time limit is over or the process stops. */
  readonly signal: AbortSignal
  /** Shows live text; nothing is recorded. */
  delta(text: string): void
  /** Says that a try failed and another follows. Recorded. */
  retrying(attempt: number, delay: number, error: RunError): Promise<void>
  /**
   * A durable part of the node's work: a model turn, a tool call. When the log has `key`, its
   * recorded result is returned; else the work runs and its result is recorded before it is returned.
   */
  step<T extends Json>(key: string, work: () => Promise<StepRecord<T>>): Promise<T>
  /** Wall time as recorded for this visit, in milliseconds: the same in every attempt at it. */
  now(): number
  sleep(ms: number): Promise<void>
  /** A remark for whoever reads the run. Recorded. */
  log(message: string): void
  /**
   * Says, before it is done, what is about to be done to the world, and waits for the decision. Rejects with
   * a NodeFailure of the kind `rejected` when nothing approves it. `step`: the sub-record that it belongs to.
   * `repeatable`: doing it twice is as good as once, so it may be done again when its outcome is unknown.
   */
  raise(effect: string, data: Json, about?: { readonly step?: string; readonly repeatable?: boolean }): Promise<void>
  /** Says that something begins that is not to be done twice, and that nobody has to approve: `what` is said of it where its outcome is unknown. */
  begins(what: string, about?: { readonly step?: string }): void
  /** Work that must have ended before the node is answered for, also when its time is over. It ends by itself soon after the abort. */
  awaitEnd(work: Promise<unknown>): void
}

/** What a durable part of a node's work gave: the answer of a model, or of a tool. */
export type StepRecord<T extends Json> =
  | { readonly result: T; readonly model: string; readonly usage?: Usage; readonly simulated?: true }
  | { readonly result: T; readonly tool: string; readonly input: Json; readonly failed?: true }

/** What decides effects. */
export type Decide = (effect: string, data: Json, rules: readonly PolicyRule[]) => { readonly approved: true; readonly by: string; /** See the rule. */ readonly definition?: string } | { readonly approved: false; readonly reason: string; /** How to have it approved. */ readonly hint?: string }

export type NodeOutput = { readonly output: Json; readonly usage?: Usage; readonly simulated?: true }

/** The results of the needed nodes, in the order of `needs`. */
export type NodeInputs = ReadonlyMap<string, Json>

/** A node's failure with its kind and its remedy, as it is recorded in `node.failed`. */
export class NodeFailure extends Error {
  override name = 'NodeFailure'
  readonly error: RunError
  /** It was cut off and gave no answer: what it had begun may have been done. */
  readonly cutOff: boolean
  constructor(error: RunError, cause?: unknown, cutOff = error.kind === 'timeout') {
    super(error.message, cause === undefined ? undefined : { cause })
    this.error = error
    this.cutOff = cutOff
  }
}

/** Does a node's work. Resolves with the output, rejects (with a NodeFailure or any error) to fail the node. */
export type Executor = {
  /** What the node is given, as it is recorded in `node.started`: a rendered prompt, arguments. */
  render(node: PlanNode, inputs: NodeInputs, texts?: RenderedTexts): Json
  execute(context: ExecutionContext, node: PlanNode, input: Json): Promise<NodeOutput>
  /** The attempt at a run is over: what was kept open for it (processes, connections) is closed. Never rejects. */
  release?(run: string): Promise<void>
}

/** The templates of a walk's node, filled in. */
export type RenderedTexts = { readonly input: string; readonly prompt: string }

export type StartRequest = {
  readonly plan: Plan
  readonly definition: { readonly text: string }
  readonly file?: string
  readonly inputs?: Json
  readonly startedBy?: StartedBy
  readonly options: RunOptions
  /** A taken one is refused. */
  readonly runId?: string
}

/** A run under way in this process. */
export type RunHandle = {
  readonly run: string
  /** The number of the first event of this attempt. */
  readonly first: number
  /**
   * The state when this attempt ended: completed, failed, cancelled, or interrupted by `close`. Rejects
   * when the store broke, or with AppendConflict when another process took the run over.
   */
  readonly ended: Promise<RunState>
}

export type Engine = {
  /** Records `run.created`, then works. Rejects with RunExists. */
  start(request: StartRequest): Promise<RunHandle>
  /**
   * Works on from the log. Rejects with RunNotFound, RunOwned, RunTampered, RunFinished (nothing left to do),
   * or OutcomeUnknown where something may have been done that is not to be done twice; `retryUnknown` does it again.
   */
  resume(run: string, options?: { readonly retryUnknown?: boolean }): Promise<RunHandle>
  /** Asks for a cancel, wherever the run is worked on. A finished run: no-op, false. */
  cancel(run: string, by: string): Promise<boolean>
  /** The folded state, with runs whose owner is dead shown as interrupted. Null when unknown. */
  state(run: string): Promise<RunState | null>
  list(filter?: RunFilter): Promise<readonly RunSummary[]>
  /**
   * Durable events after `after`, then live ones, deltas between. Ends after the terminal event, and when
   * the signal is aborted. A cursor beyond the log belongs to another run: all events are given. Rejects
   * with RunNotFound. Nothing is held for a reader that does not read.
   */
  follow(run: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent | NodeDelta>
  /** Cancels nothing: stops scheduling, aborts calls, records what it can, releases leases. */
  close(): Promise<void>
}
