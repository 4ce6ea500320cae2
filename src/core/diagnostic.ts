import type { Range, TextEdit } from './text/edit.ts'

/** A place in a definition: keys of maps and indices of lists, from the root. */
export type Path = readonly (string | number)[]

export type Severity = 'error' | 'warning' | 'info'

/**
 * Every code that Heddle reports. A code is part of the public contract: it may be added, never
 * renamed. The family before the slash says what is at fault.
 */
export type DiagnosticCode =
  // the text as YAML or JSON
  | 'yaml/syntax'
  | 'yaml/tab-indent'
  | 'yaml/indentation'
  | 'yaml/unclosed-list'
  | 'yaml/unclosed-map'
  | 'yaml/unclosed-quote'
  | 'yaml/duplicate-key'
  | 'yaml/multiple-documents'
  | 'yaml/unknown-anchor'
  | 'yaml/recursive-alias'
  | 'yaml/alias-expansion'
  | 'yaml/too-deep'
  | 'yaml/too-many-errors'
  | 'yaml/complex-key'
  | 'yaml/merge-key'
  | 'yaml/tag'
  | 'yaml/directive'
  | 'json/syntax'
  | 'json/comment'
  | 'json/trailing-comma'
  | 'json/control-character'
  | 'json/duplicate-key'
  | 'json/too-deep'
  | 'text/byte-order-mark'
  | 'text/control-character'
  | 'text/invisible-character'
  | 'text/lone-surrogate'
  | 'text/cut-by-comment'
  | 'text/colon-in-plain'
  | 'text/too-large'
  | 'text/not-utf8'
  | 'number/unsafe'
  // templates
  | 'template/syntax'
  | 'template/unclosed-action'
  | 'template/unknown-function'
  | 'template/unknown-variable'
  | 'template/unknown-definition'
  | 'template/wrong-arguments'
  | 'template/not-json'
  | 'template/too-large'
  // the definition
  | 'definition/not-a-map'
  | 'definition/no-nodes'
  | 'definition/unsupported-dialect'
  | 'definition/unknown-format'
  | 'node/missing-id'
  | 'node/duplicate-id'
  | 'node/missing-prompt'
  | 'node/unknown-kind'
  | 'router/no-routes'
  | 'router/self-route'
  | 'needs/unknown'
  | 'needs/self'
  | 'needs/cycle'
  | 'routes/unknown'
  | 'routes/not-a-router'
  | 'max-turns/not-an-integer'
  | 'timeout/not-a-duration'
  | 'node/missing-tool'
  | 'node/missing-agent'
  | 'node/reserved-id'
  | 'node/unreachable'
  | 'node/prompt-without-kind'
  | 'node/unknown-on-error'
  | 'node/reserved-output'
  | 'node/unreadable-output'
  | 'for-each/on-branch'
  | 'for-each/too-parallel'
  | 'edge/unknown-from'
  | 'edge/unknown-to'
  | 'edge/after-unconditional'
  | 'edge/loop-budget'
  | 'flow/unknown-entry'
  | 'flow/unknown-output'
  | 'flow/not-an-integer'
  // the header of an agent file
  | 'trigger/unknown'
  | 'trigger/no-schedule'
  | 'trigger/not-cron'
  | 'trigger/unknown-timezone'
  | 'trigger/unknown-overlap'
  | 'trigger/no-channels'
  | 'trigger/unused'
  | 'llm/no-model'
  | 'agent/unknown'
  | 'tool/unknown'
  | 'tool/ambiguous'
  | 'tool/not-checked'
  | 'tool/wrong-arguments'
  | 'model/unknown'
  | 'field/unknown'
  | 'field/unused'
  | 'field/wrong-type'
  | 'convert/comments-lost'
  // a command that was refused; the text is unchanged
  | RefusalCode

/** Why an edit of a part of the text was refused. A closed list: see `patch`. */
export type RefusalCode =
  | 'refused/anchor'
  | 'refused/alias'
  | 'refused/merge-key'
  | 'refused/tag'
  | 'refused/flow-comment'
  | 'refused/duplicate-key'
  | 'refused/syntax'
  | 'refused/rule'

/** One problem, the same object in every pane, on the command line and over HTTP. */
export type Diagnostic = {
  readonly code: DiagnosticCode
  readonly severity: Severity
  /** Says what is wrong, then how to mend it. Sentence case; ids in backticks. */
  readonly message: string
  readonly path: Path
  /** Where in the text, when the text is at hand. */
  readonly range?: Range
  readonly node?: string
  readonly field?: string
  readonly related?: readonly { readonly range: Range; readonly message: string }[]
  readonly fixes?: readonly { readonly title: string; readonly edits: readonly TextEdit[] }[]
}

/** Expected failure as a value. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Ends an exhaustive switch: the type checker proves that it is never reached. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
