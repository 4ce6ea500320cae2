/** A character that the eye cannot see, and where. `code` is as Unicode writes it: `U+200B`. */
export type Invisible = { readonly code: string; readonly name: string; readonly at: number }

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'], [0x09, 'tab'], [0x0a, 'line feed'], [0x0d, 'carriage return'], [0x85, 'next line'],
  [0xa0, 'no-break space'], [0xad, 'soft hyphen'], [0x34f, 'combining grapheme joiner'], [0x61c, 'Arabic letter mark'],
  [0x115f, 'Hangul filler'], [0x1160, 'Hangul filler'], [0x180e, 'Mongolian vowel separator'], [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'], [0x200d, 'zero width joiner'], [0x200e, 'left-to-right mark'], [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'], [0x2029, 'paragraph separator'], [0x202a, 'left-to-right embedding'], [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'], [0x202d, 'left-to-right override'], [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'], [0x2066, 'left-to-right isolate'], [0x2067, 'right-to-left isolate'], [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'], [0x2800, 'blank Braille pattern'], [0x3000, 'ideographic space'], [0x3164, 'Hangul filler'],
  [0xfeff, 'zero width no-break space'], [0xffa0, 'Hangul filler'],
])

/** Format characters, controls, spaces other than the common one, and letters that are blank. */
const SUSPECT = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u00A0\u115F\u1160\u1680\u2000-\u200A\u202F\u205F\u2800\u3000\u3164\uFFA0]|\u034F/gu

/** Every invisible character of a word. Joiners that build an emoji or a letter of a joining script are none. */
export function invisibles(word: string): Invisible[] {
  if (/^[\x20-\x7e]*$/.test(word)) return []
  const found: Invisible[] = []
  for (const match of word.matchAll(SUSPECT)) {
    const point = match[0].codePointAt(0)!
    if (joins(point, word.slice(0, match.index), word.slice(match.index + match[0].length))) continue
    const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
    found.push({ code, name: NAMES.get(point) ?? 'invisible character', at: match.index })
  }
  return found
}

/** The word with what cannot be seen written as an escape, for messages: `draft\u200b`. */
export function visibly(word: string): string {
  let shown = ''
  let done = 0
  for (const { at } of invisibles(word)) {
    const point = word.codePointAt(at)!
    shown += word.slice(done, at) + (point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`)
    done = at + (point > 0xffff ? 2 : 1)
  }
  return shown + word.slice(done)
}

/** Is a half of a surrogate pair left alone? Such a word has no UTF-8 and would be the same as others on disk. */
export function hasLoneSurrogate(word: string): boolean {
  return /\p{Cs}/u.test(word)
}

function joins(point: number, before: string, after: string): boolean {
  if (point >= 0xe0020 && point <= 0xe007f) return /\p{Extended_Pictographic}[\u{e0020}-\u{e007f}]*$/u.test(before)
  if (point !== 0x200c && point !== 0x200d) return false
  const isEmoji = /(\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u.test(before) && /^\p{Extended_Pictographic}/u.test(after)
  const script = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u
  return isEmoji || (script.test(before.slice(-2)) && script.test(after.slice(0, 2)))
}
