/**
 * What the engine runs: plain data made from a definition and recorded in the run's first event, so
 * that a run can be read, resumed and verified without the file that it came from.
 */
export type Plan = LevelsPlan | WalkPlan

/** Nodes that wait for the nodes they need: the plan of a `dag`. */
export type LevelsPlan = {
  readonly kind: 'levels'
  readonly dialect: 'dag'
  readonly name: string
  /** In the order of the file. */
  readonly nodes: readonly PlanNode[]
}

/** One node after another along the first true edge with budget left: the plan of `steps` and of a `flow`. */
export type WalkPlan = {
  readonly kind: 'walk'
  readonly dialect: 'steps' | 'flow'
  readonly name: string
  /** In the order of the file. */
  readonly nodes: readonly WalkNode[]
  /** In the order in which those of one node are tried. */
  readonly edges: readonly WalkEdge[]
  readonly entry: string
  /** The node whose last result is that of the run; absent means the last result of all. */
  readonly output?: string
  /** Tool and agent visits that a run may start; null means that the edges alone bound it. */
  readonly max_node_executions: number | null
  /** `provider:model` of the file, for nodes and agents that name none. */
  readonly model?: string
  /** The agent file's own, for its plain model requests. */
  readonly system_prompt?: string
  /** The file's own tools: modules by their paths, others by their names. Found before those of the workspace. */
  readonly tools?: readonly string[]
}

export type PlanNode = {
  readonly id: string
  readonly needs: readonly string[]
  /** Which executor does the work, and what it is given. */
  readonly work: PlanWork
  /** Milliseconds; absent means no limit. */
  readonly timeout?: number
}

/** A node of a walk. Texts are Go templates over `.trigger` and the output variables set so far. */
export type WalkNode = PlanNode & {
  /** Absent is an empty input. */
  readonly input?: string
  /** The node is skipped when it renders empty, `false` or `0`. */
  readonly if?: string
  /** The variable that later nodes read its result by. */
  readonly output?: string
  readonly on_error: 'abort' | 'retry' | 'skip'
  readonly for_each?: ForEach
}

export type ForEach = {
  /** A template that gives a JSON array of at most 1,000 items. */
  readonly items: string
  /** The variable of the item; its place is `<item_var>_index`. */
  readonly item_var: string
  /** From 1 to 32. */
  readonly max_parallel: number
}

export type WalkEdge = {
  readonly from: string
  /** Null ends the walk. */
  readonly to: string | null
  /** A template; absent always holds. */
  readonly if?: string
  /** How often it may be taken in one run: 1 or more. */
  readonly max_iterations: number
}

export type PlanWork = PromptWork | ToolWork | BranchWork | GateWork

/** A model is asked, alone or as an agent that may call tools. */
export type PromptWork = {
  readonly type: 'prompt'
  readonly kind: 'agent' | 'verifier' | 'critic' | 'router'
  /** Literal text in a `dag`, a template in a walk; there it may be empty, and the input is what is asked. */
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

/** A tool is called. */
export type ToolWork = {
  readonly type: 'tool'
  /** A bare name, or `server.tool`; see the order in which names resolve. */
  readonly tool: string
  /** For tools that ask a model themselves; a template. */
  readonly prompt?: string
}

/** Nothing is done: only its edges matter. */
export type BranchWork = { readonly type: 'branch' }

/** A person is asked. */
export type GateWork = {
  readonly type: 'gate'
  /** What the person is asked; a template. */
  readonly prompt: string
}
