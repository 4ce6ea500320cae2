import type { Diagnostic } from '../diagnostic.ts'
import type { Format } from './tree.ts'

/** `U+200B` for a code point. */
export function codePoint(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}

/** White space that looks like a space and is none for YAML, at the start of a text. */
export const ODD_SPACES = /^[\u00a0\u1680\u180e\u2000-\u200b\u202f\u205f\u3000\ufeff]+/

// Built from code points, so that the source of this file holds none of the characters that it looks for.
const CONTROL = String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]`
const ODD_IN_YAML = new RegExp(`${CONTROL}|\\p{Cs}`, 'gu')
const ODD_IN_JSON = /\p{Cs}/gu

/** Places that are reported one by one before the rest is summed up. */
const SHOWN = 10

/** The common names of characters that one meets in files. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'NUL'], [0x07, 'bell'], [0x08, 'backspace'], [0x0b, 'vertical tab'], [0x0c, 'form feed'], [0x1b, 'escape'], [0x7f, 'delete'],
])

/**
 * Control characters and halves of surrogate pairs in the text as it stands, as warnings. JSON's
 * reader tells of control characters itself, since there they are errors.
 */
export function checkCharacters(text: string, format: Format): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  let more = 0
  let last = 0
  for (const match of text.matchAll(format === 'yaml' ? ODD_IN_YAML : ODD_IN_JSON)) {
    last = match.index
    if (diagnostics.length >= SHOWN) more += 1
    else diagnostics.push(oddCharacter(text.charCodeAt(match.index), match.index))
  }
  if (more > 0) diagnostics.push({
    code: 'text/control-character', severity: 'warning', path: [], range: { start: last, end: last + 1 },
    message: `${more} more such characters follow, the last one here. Is this a text file?`,
  })
  return diagnostics
}

function oddCharacter(unit: number, at: number): Diagnostic {
  const range = { start: at, end: at + 1 }
  if (unit >= 0xd800 && unit <= 0xdfff) {
    return { code: 'text/lone-surrogate', severity: 'warning', path: [], range, message: loneSurrogate(unit) }
  }
  const name = NAMES.get(unit)
  return {
    code: 'text/control-character', severity: 'warning', path: [], range,
    message: `The control character ${codePoint(unit)}${name ? ` (${name})` : ''} stands here unseen. Other programs may refuse the file: `
      + 'remove it, or write it as an escape in double quotes.',
  }
}

/** The warning for half a surrogate pair, in the text or made by an escape. */
export function loneSurrogate(unit: number): string {
  return `Half a character stands here: ${codePoint(unit)} without its other half. It is lost when the text is saved or sent. Remove it.`
}

/** The first half of a surrogate pair without its other half, or null. */
export function findLoneSurrogate(text: string): number | null {
  const match = /\p{Cs}/u.exec(text)
  return match ? text.charCodeAt(match.index) : null
}
