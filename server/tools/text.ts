import { firstInvalidByte } from '../utf8.ts'
import type { Json } from '../../src/core/index.ts'

/** Bytes as text that holds whole characters only; `mended` says what had to be replaced. */
export type MendedText = { readonly text: string; readonly mended?: string }

/** Bytes of whatever encoding a program wrote, read as UTF-8: what is none becomes U+FFFD, and is told. */
export function decodeMending(bytes: Uint8Array): MendedText {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const at = firstInvalidByte(bytes)
  return at === bytes.length ? { text } : { text, mended: `not UTF-8 from byte ${at} on: what cannot be read became U+FFFD` }
}

/** As many of the first bytes as make whole characters: a sequence that is cut at the end is left out. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.subarray(0, bytes.length - back) : bytes
    }
  }
  return bytes
}

const HALF = /\p{Surrogate}/gu

/** The value with every half of a surrogate pair replaced, in keys too; `count` says how many. */
export function mendSurrogates(value: Json): { readonly value: Json; readonly count: number } {
  let count = 0
  const mendText = (text: string): string =>
    text.replace(HALF, () => {
      count += 1
      return '\uFFFD'
    })
  const mend = (given: Json): Json => {
    if (typeof given === 'string') return mendText(given)
    if (given === null || typeof given !== 'object') return given
    if (Array.isArray(given)) return given.map(mend)
    const copy: { [key: string]: Json } = {}
    for (const [key, inner] of Object.entries(given)) {
      Object.defineProperty(copy, mendText(key), { value: mend(inner as Json), enumerable: true, configurable: true, writable: true })
    }
    return copy
  }
  const mended = mend(value)
  return { value: count === 0 ? value : mended, count }
}

/** At most `length` UTF-16 units, never half of a character. */
export function beginning(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
