/** Exit codes of every command. */
export const exit = {
  done: 0,
  /** The workflow has problems, or the run failed. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  paused: 3,
  interrupted: 130,
} as const

export type ExitCode = (typeof exit)[keyof typeof exit]

/** A problem as `--json` prints it. */
export type JsonProblem = {
  readonly step: string | null
  readonly field: string | null
  readonly message: string
  readonly code: string
  /** From 1; null where there is no place in a text. */
  readonly line: number | null
  /** From 1, in UTF-16 units. */
  readonly column: number | null
}

/** Ends a command: what is wrong, how to mend it, and the exit code. Not a bug. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  readonly code: ExitCode
  readonly hint: string | undefined
  readonly problems: readonly JsonProblem[]
  /** The message has been shown already, at length. */
  readonly shown: boolean
  constructor(code: ExitCode, message: string, { hint, problems = [], shown = false, cause }: { hint?: string | undefined; problems?: readonly JsonProblem[]; shown?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.hint = hint
    this.problems = problems
    this.shown = shown
  }
}

/** The command line is wrong. */
export function usageError(message: string, hint?: string): CommandFailure {
  return new CommandFailure(exit.usage, message, { hint })
}
