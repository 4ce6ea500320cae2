const SEGMENTS = new Intl.Segmenter('en')

/** Characters as people count them: an accent or an emoji of several parts is one. */
export function characters(text: string): readonly string[] {
  return /^[\x20-\x7e]*$/.test(text) ? text.split('') : [...SEGMENTS.segment(text)].map(({ segment }) => segment)
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\uFF00-\uFF60]/u
/** Words and blanks; characters of scripts without spaces one by one, each with the closing sign that may not begin a line. */
const WORDS = new RegExp(`\\s+|${WIDE.source}[\u3001\u3002\uFF0C\uFF01\uFF1F]?|(?:(?!${WIDE.source})\\S)+`, 'gu')
const NARROW = /[iljtfr.,:;'!|()[\]{} ]/
const BROAD = /[mwMW@%—…]/

/**
 * How wide a text will be, in pixels: an estimate on the broad side, since whoever draws the picture may
 * have other fonts. Text that is cut by it fits.
 */
export function widthOf(text: string, size: number, mono: boolean): number {
  let width = 0
  for (const character of characters(text)) width += WIDE.test(character) ? 1 : mono ? 0.602 : NARROW.test(character) ? 0.33 : BROAD.test(character) ? 0.93 : /\p{Lu}/u.test(character) ? 0.68 : 0.575
  return width * size
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
