// Making one takes as long as checking a small workflow: only text that needs it pays for it.
let segmenter: Intl.Segmenter | undefined

/** The graphemes of a text: what a reader takes for one character. */
export function graphemes(text: string): string[] {
  if (isPlain(text)) return text.split('')
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Printable ASCII and tabs: a unit, a character and a cell are one. */
function isPlain(text: string): boolean {
  return /^[\t\u0020-\u007e]*$/.test(text)
}

/** Letters that a terminal draws two cells wide (Unicode's East Asian Width W and F), emoji aside. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u

const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u

/** The cells of a terminal that a text takes, without tabs and control characters: see `visible`. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const grapheme of graphemes(text)) width += widthOfGrapheme(grapheme)
  return width
}

export function widthOfGrapheme(grapheme: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme)) return 0
  return emoji.test(grapheme) || wide.test(grapheme) ? 2 : 1
}

/** Cuts a text to so many cells, the last one an ellipsis when something was cut. */
export function fit(text: string, cells: number): string {
  if (cells <= 0) return ''
  let width = 0
  let kept = ''
  const parts = graphemes(text)
  for (const [index, grapheme] of parts.entries()) {
    const own = widthOfGrapheme(grapheme)
    const isLast = index === parts.length - 1
    if (width + own > cells - (isLast ? 0 : 1)) return `${kept}…`
    kept += grapheme
    width += own
  }
  return kept
}

/**
 * Makes a text safe to show: control characters as pictures of themselves, those that would turn
 * the direction of the line around by name. A file or a model must not command the terminal.
 */
export function visible(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    if (code === 0x7f) return '␡'
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

// oxlint-disable-next-line no-control-regex -- these are the very characters that must not reach a terminal
const hidden = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** The same for text of several lines: line ends and tabs stay. */
export function visibleLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => visible(line))
    .join('\n')
}
