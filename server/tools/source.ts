import type { Tool, ToolInfo, ToolProblem } from './tool.ts'

export type Listed = { readonly ok: true; readonly tools: readonly ToolInfo[] } | { readonly ok: false; readonly problem: ToolProblem }

/** Where tools come from: a module of Heddle's own, one of the user's, an MCP server. */
export type ToolSource = {
  /** `std::fs`, `./tools.ts`, `mcp::github`. */
  readonly module: string
  /** It is code of this very program: there is nothing to start, and nothing to trust. */
  readonly here?: true
  /** What is known without starting anything; null when it would have to be started. */
  known(): Promise<Listed | null>
  /** Starts what has to be started. Never rejects. */
  load(): Promise<Listed>
  /** One of the tools that it listed. It may be called while the source is open. */
  tool(info: ToolInfo): Tool
}

/** Sources by the order in which names are looked up; those of one level are equals. */
export type Level = readonly ToolSource[]
