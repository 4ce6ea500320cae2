/** Longest template that is read, in UTF-16 units. */
export const MAX_TEMPLATE_LENGTH = 1024 * 1024

/** Deepest nesting of parentheses and of `if`, `range`, `with`, `define` that is read. */
export const MAX_TEMPLATE_NESTING = 100

/** Problems of one template that are reported one by one. */
export const MAX_TEMPLATE_PROBLEMS = 50

/**
 * What one rendering may cost. A step is one node, one call, one turn of a `range`, or 64 characters
 * that a function reads or writes, so that steps bound time and memory whatever a template does.
 */
export const MAX_RENDER_STEPS = 1_000_000

/** Longest text that a rendering or a function may give, in UTF-16 units. */
export const MAX_RENDER_LENGTH = 4 * 1024 * 1024

/**
 * Deepest nesting of calls, control structures and parentheses while rendering. The stack of the
 * narrowest place that renders, a browser's worker, holds several times that.
 */
export const MAX_RENDER_DEPTH = 400

/** Deepest nesting of a value that is read from JSON or written as JSON. */
export const MAX_VALUE_DEPTH = 200
