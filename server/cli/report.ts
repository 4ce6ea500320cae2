import type { CommandFailure, JsonProblem } from './failure.ts'
import type { Io } from './io.ts'
import type { Style } from './style.ts'

/** Prints one value as the only thing on stdout. */
export function printJson(io: Io, value: unknown): void {
  io.out.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** The shape of a command's success with `--json`. */
export function success(value: unknown): { readonly success: true; readonly value: unknown } {
  return { success: true, value }
}

/** The shape of a command's failure with `--json`. */
export function failure(error: string, problems: readonly JsonProblem[] = []): { readonly success: false; readonly error: string; readonly step: null; readonly problems: readonly JsonProblem[] } {
  return { success: false, error, step: null, problems }
}

/** Says on stderr what is wrong, then how to mend it. */
export function printFailure(io: Io, style: Style, { message, hint }: Pick<CommandFailure, 'message' | 'hint'>): void {
  printError(io, style, message, hint)
}

export function printError(io: Io, style: Style, message: string, hint?: string): void {
  io.err.write(`${style.bold('heddle:')} ${style.red(message)}\n`)
  if (hint !== undefined && hint !== '') io.err.write(`        ${hint}\n`)
}

/** A remark that is no error. */
export function printNote(io: Io, style: Style, message: string): void {
  io.err.write(`${style.bold('heddle:')} ${message}\n`)
}
