import type { Diagnostic } from '../../src/core/index.ts'
import { PROBLEM_TYPE, type Problem, type ProblemCode, problemType } from '../../src/protocol/index.ts'
import type { Refusal } from '../triggers/start-file.ts'
import type { Fault } from '../workspace/fault.ts'

/** The HTTP status and the title of each problem. */
const PROBLEMS: { readonly [code in ProblemCode]: readonly [status: number, title: string] } = {
  'bad-request': [400, 'The request makes no sense'],
  'invalid-body': [400, 'The body of the request is not what it should be'],
  'unsupported-media-type': [415, 'The body of the request must be JSON'],
  'body-too-large': [413, 'The body of the request is too large'],
  'not-found': [404, 'There is nothing here'],
  'method-not-allowed': [405, 'This cannot be done here'],
  'host-refused': [403, 'The request is for another host'],
  'origin-refused': [403, 'The request comes from another site'],
  'no-session': [401, 'This browser has not been let in'],
  'path-refused': [403, 'This path is not open'],
  'file-not-found': [404, 'There is no such file'],
  'file-exists': [409, 'There is a file of this name'],
  'file-changed': [412, 'The file was changed in the meantime'],
  'version-required': [428, 'The request must say which version it replaces'],
  'not-a-file': [409, 'This is not a file'],
  'not-utf8': [422, 'The file is not UTF-8 text'],
  'file-too-large': [413, 'The file is too large'],
  'name-too-long': [400, 'The name is too long'],
  'folder-missing': [409, 'A folder on the way is missing'],
  'disk-full': [507, 'The disk is full'],
  'read-only': [409, 'The disk is read-only'],
  'permission-denied': [403, 'Permissions do not allow it'],
  'definition-invalid': [422, 'The workflow has problems'],
  'cannot-export': [422, 'This cannot be exported'],
  'run-not-found': [404, 'There is no such run'],
  'run-exists': [409, 'There is a run of this id'],
  'run-owned': [409, 'Another process works on the run'],
  'run-finished': [409, 'The run is finished'],
  'outcome-unknown': [409, 'Something may have been done already'],
  'run-tampered': [409, 'The record of the run was changed'],
  'model-unavailable': [422, 'The model cannot be used'],
  'run-failed': [502, 'The run did not complete'],
  'hook-not-found': [404, 'There is no such agent'],
  'hook-ambiguous': [409, 'Several files have this name'],
  'hook-disabled': [403, 'The agent is switched off'],
  'hook-not-http': [409, 'The agent is not started by HTTP'],
  'token-refused': [401, 'The token is not good'],
  'too-many-requests': [429, 'There are too many requests'],
  'idempotency-key-reused': [422, 'The key was used for another request'],
  'approval-needed': [409, 'The run needs approval'],
  'trust-needed': [409, 'The folder is not trusted'],
  'runs-unavailable': [500, 'The record of runs cannot be used'],
  'shutting-down': [503, 'The server is closing'],
  internal: [500, 'The server failed'],
}

type More = Partial<Omit<Problem, 'type' | 'title' | 'detail' | 'diagnostics'>> & {
  readonly diagnostics?: readonly Diagnostic[]
  readonly headers?: { readonly [name: string]: string }
}

/** Problem details (RFC 9457). `detail` says what is wrong and how to mend it. */
export function problem(code: ProblemCode, detail: string, more: More = {}): Response {
  const { headers, ...fields } = more
  const [status, title] = PROBLEMS[code]
  const body = { type: problemType(code), title, status, detail, ...fields }
  return new Response(JSON.stringify(body), { status: body.status, headers: { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', ...headers } })
}

/** A fault of the workspace as an answer. */
export function problemOf({ code, detail, ...more }: Fault, extra: More = {}): Response {
  return problem(code, detail, { ...more, ...extra })
}

/** Why a run was not started, as an answer. */
export function problemOfRefusal({ code, detail, more = {} }: Refusal): Response {
  return problem(code, detail, more)
}

export function addressOfRun(run: string): string {
  return `/api/runs/${encodeURIComponent(run)}`
}
