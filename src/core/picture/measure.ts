const SEGMENTS = new Intl.Segmenter('en')

/** Characters as people count them: an accent or an emoji of several parts is one. */
export function characters(text: string): readonly string[] {
  return /^[\x20-\x7e]*$/.test(text) ? text.split('') : [...SEGMENTS.segment(text)].map(({ segment }) => segment)
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\uFF00-\uFF60]/u
/** Words and blanks; characters of scripts without spaces one by one, each with the closing sign that may not begin a line. */
const WORDS = new RegExp(`\\s+|${WIDE.source}[\u3001\u3002\uFF0C\uFF01\uFF1F]?|(?:(?!${WIDE.source})\\S)+`, 'gu')
/** How wide IBM Plex Sans sets the characters from the blank to the tilde, in hundredths of its size. */
const SANS = [
  24, 28, 42, 71, 60, 93, 69, 24, 33, 33, 45, 60, 27, 40, 27, 38, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 29, 29, 60, 60, 60, 48,
  89, 64, 65, 62, 67, 58, 56, 69, 71, 40, 51, 63, 50, 81, 71, 71, 61, 71, 64, 58, 57, 68, 61, 89, 61, 59, 58, 32, 38, 32, 60, 56,
  60, 53, 58, 50, 58, 55, 32, 53, 57, 25, 25, 53, 27, 87, 57, 56, 58, 58, 37, 49, 35, 57, 49, 77, 51, 50, 46, 34, 31, 34, 60,
]
const MONO = 60
const OTHER = 64
/** A little more than it will be: other programs may have other fonts. */
const ROOMY = 1.03

/**
 * How wide a text will be, in pixels: exact for the page's own fonts and common characters, an estimate
 * for all else.
 */
export function widthOf(text: string, size: number, mono: boolean): number {
  let width = 0
  for (const character of characters(text)) width += WIDE.test(character) ? 100 : mono ? MONO : (SANS[character.charCodeAt(0) - 32] ?? OTHER)
  return (width * size * ROOMY) / 100
}

/** The text, or as much of its first line as fits, with an ellipsis. */
export function fitted(text: string, room: number, size: number, mono = false): string {
  const [line = ''] = text.trim().split(/[\r\n\u2028\u2029]/)
  if (widthOf(line, size, mono) <= room) return line
  let kept = ''
  let width = widthOf('…', size, mono)
  for (const character of characters(line)) {
    width += widthOf(character, size, mono)
    if (width > room) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** The first lines of a text, broken between words (or between any characters where there are no words) to fit. */
export function wrapped(text: string, room: number, size: number, most: number): readonly string[] {
  const words = text.trim().slice(0, 2_000).match(WORDS) ?? []
  const lines: string[] = []
  let line = ''
  let rest = words.length
  for (const [at, word] of words.entries()) {
    if (lines.length === most) break
    rest = words.length - at
    if (/^\s*$/.test(word)) {
      if (word.includes('\n') && line !== '') {
        lines.push(line)
        line = ''
      } else if (line !== '') line += ' '
      continue
    }
    if (widthOf(line + word, size, false) <= room) {
      line += word
      continue
    }
    if (line.trim() !== '' && widthOf(word, size, false) <= room) {
      lines.push(line.trimEnd())
      line = word
      continue
    }
    for (const character of characters(word)) {
      if (widthOf(line + character, size, false) > room && line !== '') {
        lines.push(line.trimEnd())
        line = ''
      }
      line += character
    }
  }
  const isCut = lines.length > most || (lines.length === most && (line.trim() !== '' || rest > 1))
  if (lines.length < most && line.trim() !== '') lines.push(line.trimEnd())
  const shown = lines.slice(0, most)
  if (isCut && shown.length > 0) shown[shown.length - 1] = fitted(`${shown.at(-1)!}…`, room, size)
  return shown
}
