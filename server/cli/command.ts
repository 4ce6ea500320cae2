import type { Flags } from './flags.ts'
import type { ExitCode } from './failure.ts'
import type { Io } from './io.ts'
import type { Style } from './style.ts'

/** What a command is called with. */
export type CommandContext = {
  readonly io: Io
  readonly args: readonly string[]
  readonly flags: Flags
  /** `--json`: one object on stdout and nothing else. */
  readonly json: boolean
  /** For what goes to stdout and to stderr. */
  readonly style: { readonly out: Style; readonly err: Style }
}

/** Does what was asked and gives the exit code; rejects with a CommandFailure. */
export type Command = (context: CommandContext) => Promise<ExitCode>
