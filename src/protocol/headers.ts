/** Names of headers, in lower case as Node gives them. */
export const header = {
  etag: 'etag',
  ifMatch: 'if-match',
  ifNoneMatch: 'if-none-match',
  lastEventId: 'last-event-id',
  /**
   * On writes of files: a name that a page makes up for itself (letters, digits, `_`, `-`, up to 64).
   * Its changes are then told to the other pages as `file.changed` with this `client`.
   */
  client: 'heddle-client',
  /** On requests to hooks: those with the same key within a day are one run. */
  idempotencyKey: 'idempotency-key',
  /** On answers of hooks: the run's id. */
  run: 'heddle-run',
} as const

/** Of every body that a client sends; a `DELETE` has none. */
export const JSON_TYPE = 'application/json'
export const PROBLEM_TYPE = 'application/problem+json'
export const EVENT_STREAM_TYPE = 'text/event-stream'
