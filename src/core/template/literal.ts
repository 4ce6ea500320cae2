import { decodeUtf8 } from './utf8.ts'

const NAMED: ReadonlyMap<string, string> = new Map([['a', '\u0007'], ['b', '\b'], ['f', '\f'], ['n', '\n'], ['r', '\r'], ['t', '\t'], ['v', '\v'], ['\\', '\\']])
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/uy

/**
 * What a Go literal in double quotes stands for, or null when an escape in it is none of Go's. Bytes
 * (`\xe4`, `\344`) are read as UTF-8, what is none of it as U+FFFD.
 */
export function unquote(literal: string): string | null {
  return unescape(literal.slice(1, -1), '"')
}

/** The code point of a character constant (`'a'`), or null when it is none or more than one. */
export function characterOf(literal: string): number | null {
  const text = literal.slice(1, -1)
  const byte = /^\\(?:x([0-9a-fA-F]{2})|([0-7]{3}))$/.exec(text)
  if (byte) return byte[1] !== undefined ? Number.parseInt(byte[1], 16) : valueOfOctal(byte[2]!)
  const value = unescape(text, '\'')
  return value !== null && [...value].length === 1 ? value.codePointAt(0)! : null
}

function unescape(text: string, quote: string): string | null {
  if (!text.includes('\\')) return text
  let result = ''
  let bytes: number[] = []
  for (let at = 0; at < text.length;) {
    if (text[at] !== '\\') {
      const next = text.indexOf('\\', at)
      const plain = text.slice(at, next === -1 ? text.length : next)
      result += flush(bytes) + plain
      bytes = []
      at += plain.length
      continue
    }
    ESCAPE.lastIndex = at
    const match = ESCAPE.exec(text)
    if (!match) return null
    at = ESCAPE.lastIndex
    const byte = match[1] !== undefined ? Number.parseInt(match[1], 16) : match[2] !== undefined ? valueOfOctal(match[2]) : undefined
    if (byte === null) return null
    if (byte !== undefined) {
      bytes.push(byte)
      continue
    }
    const hex = match[3] ?? match[4]
    const character = hex !== undefined ? characterAt(Number.parseInt(hex, 16)) : match[5] === quote ? quote : NAMED.get(match[5]!) ?? null
    if (character === null) return null
    result += flush(bytes) + character
    bytes = []
  }
  return result + flush(bytes)
}

function flush(bytes: readonly number[]): string {
  return bytes.length === 0 ? '' : decodeUtf8(bytes)
}

function valueOfOctal(digits: string): number | null {
  const value = Number.parseInt(digits, 8)
  return value > 0xff ? null : value
}

function characterAt(point: number): string | null {
  return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? null : String.fromCodePoint(point)
}

const MIN_WHOLE = -(2n ** 63n)
const MAX_WHOLE = 2n ** 63n - 1n

/**
 * The value of a Go number, or what is wrong with it. Whole numbers beyond 2^53 are exact. A zero in
 * front of digits makes them octal, as in Go.
 */
export function numberOf(literal: string): number | bigint | 'malformed' | 'too large' {
  const negative = literal.startsWith('-')
  const text = literal.replace(/^[+-]/, '')
  // A `_` stands between digits, or between a base and its first digit.
  if (/(?:^|[^0-9a-fA-FxXoObB])_|_$|__|_[^0-9a-fA-F]/.test(text)) return 'malformed'
  const digits = text.replaceAll('_', '')
  const hex = /^0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?\d+))?$/.exec(digits)
  if (hex && (digits.includes('.') || /[pP]/.test(digits))) {
    const [, whole = '', part = '', exponent] = hex
    if (exponent === undefined || whole + part === '') return 'malformed'
    return finite(Number(BigInt(`0x${whole}${part}`)) * 2 ** (Number(exponent) - 4 * part.length), negative)
  }
  const octal = /^0[oO]?([0-7]+)$/.exec(digits)
  const isWhole = octal !== null || /^(?:0[xX][0-9a-fA-F]+|0[bB][01]+|[1-9]\d*|0)$/.test(digits)
  if (isWhole) {
    const value = BigInt(octal ? `0o${octal[1]}` : digits.toLowerCase()) * (negative ? -1n : 1n)
    if (value < MIN_WHOLE || value > MAX_WHOLE) return 'too large'
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
  }
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(digits)) return 'malformed'
  // `089` is no whole number and has nothing of a fraction.
  if (/^\d+$/.test(digits)) return 'malformed'
  return finite(Number(digits), negative)
}

function finite(value: number, negative: boolean): number | 'too large' {
  return Number.isFinite(value) ? (negative ? -value : value) : 'too large'
}
