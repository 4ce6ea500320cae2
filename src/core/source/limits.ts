/** Longest text that is read, in UTF-16 units. A longer one is shown as text only. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024

/** Deepest nesting of maps and lists that is read. */
export const MAX_DEPTH = 200

/** Problems of one text that are reported one by one. */
export const MAX_PROBLEMS = 100

/**
 * What aliases may add to a text: the length of all the text that they stand for, each value
 * counted as `VALUE_SIZE` more. Many aliases of a small value are fine; a few that multiply are not.
 */
export const MAX_EXPANSION = 8 * 1024 * 1024

/** The size that a value has beside its text when expansion is counted. */
export const VALUE_SIZE = 16
