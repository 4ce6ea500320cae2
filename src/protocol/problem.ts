import { diagnosticSchema } from './diagnostic.ts'
import { z } from './schema.ts'
import { plannedEffectSchema } from './tools.ts'

/** What can go wrong, as the last part of a problem's `type`. May grow; a code is never renamed. */
export const problemCodes = [
  // the request
  'bad-request',
  'invalid-body',
  'unsupported-media-type',
  'body-too-large',
  'not-found',
  'method-not-allowed',
  'host-refused',
  'origin-refused',
  'no-session',
  // files
  'path-refused',
  'file-not-found',
  'file-exists',
  'file-changed',
  'version-required',
  'not-a-file',
  'not-utf8',
  'file-too-large',
  'name-too-long',
  'folder-missing',
  'disk-full',
  'read-only',
  'permission-denied',
  // definitions and runs
  'definition-invalid',
  'cannot-export',
  'run-not-found',
  'run-exists',
  'run-owned',
  'run-finished',
  'run-tampered',
  'outcome-unknown',
  'model-unavailable',
  'run-failed',
  'approval-needed',
  'trust-needed',
  // hooks
  'hook-not-found',
  'hook-ambiguous',
  'hook-disabled',
  'hook-not-http',
  'token-refused',
  'too-many-requests',
  'idempotency-key-reused',
  'runs-unavailable',
  // the server
  'shutting-down',
  'internal',
] as const

export type ProblemCode = (typeof problemCodes)[number]

const PREFIX = 'urn:heddle:problem:'

export type ProblemTypeUri = `urn:heddle:problem:${ProblemCode}`

export function problemType(code: ProblemCode): ProblemTypeUri {
  return `${PREFIX}${code}`
}

/** One version of a file. */
export const fileVersionSchema = z.object({ text: z.string(), etag: z.string() })
export type FileVersion = z.infer<typeof fileVersionSchema>

/**
 * Problem details (RFC 9457), media type `application/problem+json`. `title` is the same for every
 * problem of a type; `detail` says what is wrong here and how to mend it.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** definition-invalid: every problem of the definition. */
  diagnostics: z.exactOptional(z.array(diagnosticSchema)),
  /** invalid-body: where the body is wrong. */
  issues: z.exactOptional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** File problems: which file. */
  path: z.exactOptional(z.string()),
  /**
   * file-changed: what is on disk now, null when the file is gone. Absent when what is there cannot
   * be shown as text.
   */
  theirs: z.exactOptional(z.nullable(fileVersionSchema)),
  /** file-changed: the text that was not written. */
  yours: z.exactOptional(z.object({ text: z.string() })),
  /** file-changed: the version on disk now, null when the file is gone. */
  etag: z.exactOptional(z.nullable(z.string())),
  /** not-utf8: the byte, from 0, where the text stops being UTF-8. */
  offset: z.exactOptional(z.int()),
  /** hook-ambiguous: the files that it may be. */
  candidates: z.exactOptional(z.array(z.string())),
  /** approval-needed: what the run may do that no rule decides, and where. */
  effects: z.exactOptional(z.array(plannedEffectSchema)),
  /** outcome-unknown: the nodes that began something of which nobody knows whether it was done, and what. */
  unknown: z.exactOptional(z.array(z.object({ node: z.string(), effects: z.array(z.string()) }))),
  /** run-exists, run-owned, run-finished, run-not-found, run-failed, outcome-unknown, idempotency-key-reused. */
  run: z.exactOptional(z.string()),
})

export type Problem = z.infer<typeof problemSchema>

/** The code of a problem, `internal` for a type that this version does not know. */
export function problemCode(problem: Pick<Problem, 'type'>): ProblemCode {
  const code = problem.type.startsWith(PREFIX) ? problem.type.slice(PREFIX.length) : ''
  return problemCodes.find((known) => known === code) ?? 'internal'
}
