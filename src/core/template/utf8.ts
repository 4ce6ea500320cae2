/** The bytes that Go has for a text: UTF-8, half a surrogate pair as U+FFFD. */
export function utf8Of(text: string): number[] {
  const bytes: number[] = []
  for (const character of text) {
    let point = character.codePointAt(0)!
    if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f))
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f))
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f))
  }
  return bytes
}

/** How many bytes a text has in UTF-8. */
export function utf8Length(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x80) length += unit < 0x800 ? 1 : 2
    // A pair is four bytes for two units: two more are counted with its first half, none with its second.
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1
  }
  return length
}

/** The text of bytes; each byte that is no part of a character is U+FFFD. */
export function decodeUtf8(bytes: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length;) {
    const [point, size] = characterAt(bytes, at)
    parts.push(String.fromCodePoint(point))
    at += size
  }
  return parts.join('')
}

function characterAt(bytes: readonly number[], at: number): readonly [point: number, size: number] {
  const first = bytes[at]!
  if (first < 0x80) return [first, 1]
  const size = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 1
  if (size === 1 || at + size > bytes.length) return [0xfffd, 1]
  let point = first & (0xff >> (size + 1))
  for (let next = 1; next < size; next += 1) {
    const byte = bytes[at + next]!
    if ((byte & 0xc0) !== 0x80) return [0xfffd, 1]
    point = (point << 6) | (byte & 0x3f)
  }
  const isOverlong = point < (size === 3 ? 0x800 : size === 4 ? 0x10000 : 0x80)
  return isOverlong || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? [0xfffd, 1] : [point, size]
}

/** Texts in the order of their bytes, as Go sorts and compares them. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at)
    const b = right.charCodeAt(at)
    if (a !== b) return (a >= 0xd800 && a <= 0xdfff ? a + 0x10000 : a) - (b >= 0xd800 && b <= 0xdfff ? b + 0x10000 : b)
  }
  return left.length - right.length
}
