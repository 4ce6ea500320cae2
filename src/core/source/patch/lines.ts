/** Offsets of lines in a text whose lines end with LF, CRLF or a CR of its own. A byte order mark belongs to no line. */

const LF = 0x0a
const CR = 0x0d

/** The offset of the first character of the line that holds `at`. */
export function lineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && !isBreak(text, start - 1)) start -= 1
  // Between CR and LF stands no line.
  if (start === at && at > 0 && text.charCodeAt(at - 1) === CR && text.charCodeAt(at) === LF) return lineStart(text, at - 1)
  return start === 0 && text.charCodeAt(0) === 0xfeff ? Math.min(1, at) : start
}

/** The offset of the line end of the line that holds `at`; the end of the text on its last line. */
export function lineEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && !isBreak(text, end)) end += 1
  if (end > 0 && end === at && text.charCodeAt(end) === LF && text.charCodeAt(end - 1) === CR) return end - 1
  return end
}

/** The offset of the first character of the next line; the end of the text on its last line. */
export function nextLine(text: string, at: number): number {
  return afterBreak(text, lineEnd(text, at))
}

/** The offset after the line end that stands at `at`, if one does. */
export function afterBreak(text: string, at: number): number {
  if (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF) return at + 2
  return at < text.length && isBreak(text, at) ? at + 1 : at
}

/** The offset of the line end that stands directly before `at`; `at` when none does. */
export function beforeBreak(text: string, at: number): number {
  if (at < 1 || !isBreak(text, at - 1)) return at
  return at > 1 && text.charCodeAt(at - 1) === LF && text.charCodeAt(at - 2) === CR ? at - 2 : at - 1
}

export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at)
}

/** Is there nothing but spaces and tabs between the offsets? */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit !== 0x20 && unit !== 0x09) return false
  }
  return true
}

/** The line end in use around `at`: that of its line, else of a line before, else of the text's first, else LF. */
export function eolNear(text: string, at: number): string {
  const here = lineEnd(text, at)
  const own = text.slice(here, afterBreak(text, here))
  if (own !== '') return own
  const start = lineStart(text, at)
  const above = text.slice(beforeBreak(text, start), start)
  return above === '' || above === '\ufeff' ? '\n' : above
}

function isBreak(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit === LF || unit === CR
}
