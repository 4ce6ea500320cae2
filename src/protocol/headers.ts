/** Names of headers, in lower case as Node gives them. */
export const header = {
  etag: 'etag',
  ifMatch: 'if-match',
  ifNoneMatch: 'if-none-match',
  lastEventId: 'last-event-id',
} as const

export const JSON_TYPE = 'application/json'
export const PROBLEM_TYPE = 'application/problem+json'
export const EVENT_STREAM_TYPE = 'text/event-stream'
