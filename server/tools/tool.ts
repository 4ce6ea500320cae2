import type { Json } from '../../src/core/index.ts'

/** JSON Schema, as tools of every origin describe what they take and give. */
export type JsonSchema = { readonly [key: string]: Json }

/** What is known of a tool without starting anything. */
export type ToolInfo = {
  /** As files name it when it is unique: `read`, `search`. */
  readonly name: string
  /** Where it comes from: `std::fs`, `./tools.ts`, `mcp::github`. */
  readonly module: string
  readonly description: string
  readonly input: JsonSchema
  readonly output?: JsonSchema
  /** The effects that it may raise. */
  readonly raises: readonly string[]
  /** Doing it twice is as good as once: a call whose outcome is unknown may be made again. */
  readonly idempotent?: boolean
}

/** What a tool is given with a call. */
export type ToolContext = {
  /** Aborted when the call is to end: a cancel, a time limit, the end of the process. */
  readonly signal: AbortSignal
  /** The workspace's folder: an absolute path. */
  readonly workspace: string
  /** The same on every try of the same call. */
  readonly idempotencyKey: string
  log(message: string): void
  /** Says what is about to be done, before it is done. Rejects when it is not approved; the tool then does nothing. */
  raise(effect: string, data: Json): Promise<void>
  /** Does a rule of the policy name this host, so that it may be one of this machine or of its network? */
  namesHost(host: string): boolean
  /** Milliseconds since 1970, as recorded for the visit. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** A tool that can be called. Arguments have been validated against `input`. Rejects to fail the call. */
export type Tool = ToolInfo & {
  run(input: Json, context: ToolContext): Promise<Json>
}

/** `kind`: there is no such tool, its name means several, or what it comes from could not be started. */
export type ToolProblem = {
  readonly kind: 'unknown' | 'ambiguous' | 'untrusted' | 'unavailable'
  readonly message: string
  readonly hint?: string
}

export type FoundTool = { readonly ok: true; readonly tool: Tool } | { readonly ok: false; readonly error: ToolProblem }

export type ListedModule = { readonly module: string; readonly tools: readonly ToolInfo[]; readonly problem?: ToolProblem }

/** What is known of a tool by its name. `null`: what it may come from was not looked into, so nothing can be said. */
export type Described = { readonly ok: true; readonly info: ToolInfo } | { readonly ok: false | null; readonly problem: ToolProblem }

/** The tools of one run. Modules and servers are started when one of their tools is first called. */
export type Toolbox = {
  /** The workspace's folder: an absolute, real path. */
  readonly workspace: string
  /** By the order in which names resolve. `own`: the tools that the workflow's file lists itself, searched first. */
  find(name: string, own?: readonly string[]): Promise<FoundTool>
  /** A tool of one module: `std::fs`, `./tools.ts` (relative to the workspace), `mcp::github`. */
  findIn(module: string, name: string): Promise<FoundTool>
  /** Ends the processes and connections that were started. Never rejects. */
  close(): Promise<void>
}

/** The tools of a workspace, to look at as well as to call. */
export type WorkspaceTools = Toolbox & {
  /** What `find` finds, without the tool itself. Starts what is trusted and not known yet. */
  describe(name: string, own?: readonly string[]): Promise<Described>
  /** Every tool that is known or may be started, by module; those that cannot be listed say why. */
  list(): Promise<readonly ListedModule[]>
  /** The same of one source (`std` is all of Heddle's own), read anew; one that there is none of says so. */
  listSource(source: string): Promise<readonly ListedModule[]>
}

/**
 * `tool`: an answer, and a no. `timeout`: it gave up, and what it began may have been done. `lost`: so it may,
 * for it died under the call, or what it said cannot be read.
 */
export type ToolErrorKind = 'tool' | 'timeout' | 'lost'

/** A tool says that it failed: in words, with what mends it where that is known. */
export class ToolError extends Error {
  override name = 'ToolError'
  readonly hint: string | undefined
  readonly kind: ToolErrorKind
  constructor(message: string, hint?: string, cause?: unknown, kind: ToolErrorKind = 'tool') {
    super(message, cause === undefined ? undefined : { cause })
    this.hint = hint
    this.kind = kind
  }
}
