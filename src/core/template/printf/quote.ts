const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

/** Whether Go prints the character as it is. */
export function isPrintable(point: number): boolean {
  return !isHalf(point) && PRINTABLE.test(String.fromCodePoint(point))
}

/** A code point, or U+FFFD for what is none. */
export function characterOf(point: number): string {
  return point < 0 || point > 0x10ffff || isHalf(point) || !Number.isInteger(point) ? '\ufffd' : String.fromCodePoint(point)
}

function isHalf(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff
}

const NAMED: ReadonlyMap<string, string> = new Map([['\u0007', '\\a'], ['\b', '\\b'], ['\f', '\\f'], ['\n', '\\n'], ['\r', '\\r'], ['\t', '\\t'], ['\v', '\\v'], ['\\', '\\\\']])

/** The text as a Go literal, in these quotes. */
export function quoted(text: string, quote: '"' | '\'', isAscii: boolean): string {
  const parts: string[] = []
  for (const one of text) {
    const character = isHalf(one.codePointAt(0)!) ? '\ufffd' : one
    const point = character.codePointAt(0)!
    const named = NAMED.get(character)
    if (character === quote) parts.push(`\\${quote}`)
    else if (named !== undefined) parts.push(named)
    else if (isPrintable(point) && (!isAscii || point < 0x80)) parts.push(character)
    else if (point < 0x20 || point === 0x7f) parts.push(`\\x${point.toString(16).padStart(2, '0')}`)
    else if (point < 0x10000) parts.push(`\\u${point.toString(16).padStart(4, '0')}`)
    else parts.push(`\\U${point.toString(16).padStart(8, '0')}`)
  }
  return `${quote}${parts.join('')}${quote}`
}

/** Whether a text can stand in backquotes. */
export function canBackquote(text: string): boolean {
  for (const character of text) {
    const point = character.codePointAt(0)!
    if ((point < 0x20 && point !== 0x09) || point === 0x7f || point === 0xfeff || character === '`' || isHalf(point)) return false
  }
  return true
}
