/** The largest workflow file that is served or written, in bytes of UTF-8. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024

/** The largest body of a request that carries a text, in bytes: JSON escapes can double a text, and a draft may be longer than a file. */
export const MAX_BODY_BYTES = 2 * MAX_FILE_BYTES + 64 * 1024

/** The largest body of an unsaved text, which brings the text that it was made from. */
export const MAX_DRAFT_BYTES = 2 * MAX_BODY_BYTES

/** The largest body of any other request. */
export const MAX_SMALL_BODY_BYTES = 1024 * 1024

/** Heartbeats of an event stream come at least this often, in milliseconds. */
export const HEARTBEAT_MS = 15_000
