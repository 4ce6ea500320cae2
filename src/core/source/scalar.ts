/** What a plain scalar means: the value, and whether a double cannot hold the number as it is written. */
export type PlainValue = { readonly value: null | boolean | number | string; readonly unsafe?: true }

const INTEGER = /^[-+]?[0-9]+$/
const OCTAL = /^0o[0-7]+$/
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const INFINITY = /^[-+]?\.(?:inf|Inf|INF)$/
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/

/** The meaning of a plain scalar under YAML 1.2's core schema (section 10.3.2). */
export function readPlain(text: string): PlainValue {
  switch (text) {
    case '': case '~': case 'null': case 'Null': case 'NULL': return { value: null }
    case 'true': case 'True': case 'TRUE': return { value: true }
    case 'false': case 'False': case 'FALSE': return { value: false }
  }
  // Numbers start so; most scalars are words and need none of the tests below.
  if (!/^[-+.0-9]/.test(text)) return { value: text }
  if (OCTAL.test(text) || HEXADECIMAL.test(text)) return checked(Number(text), text)
  if (INTEGER.test(text) || DECIMAL.test(text)) return checked(Number(text), text)
  if (INFINITY.test(text)) return { value: text.startsWith('-') ? -Infinity : Infinity, unsafe: true }
  if (NOT_A_NUMBER.test(text)) return { value: NaN, unsafe: true }
  return { value: text }
}

function checked(value: number, text: string): PlainValue {
  return isExact(value, text) ? { value } : { value, unsafe: true }
}

/**
 * Does the double, written again, say the same number as the text? Compares digits, not values:
 * `0.1` is kept (no double is exactly a tenth, but it comes back as `0.1`), `9007199254740993` is not.
 */
export function isExact(value: number, text: string): boolean {
  if (!Number.isFinite(value)) return false
  if (/^0[ox]/.test(text)) {
    // A hexadecimal number too long to be safe need not be converted to be known as such.
    return value <= Number.MAX_SAFE_INTEGER || (text.length <= 400 && BigInt(text) === BigInt(value))
  }
  const written = significant(text)
  const held = significant(String(value))
  return written.digits === held.digits && (written.digits === '' || written.exponent === held.exponent)
}

/** A decimal number as its digits without leading and trailing zeros, and the power of ten of the first. */
function significant(text: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = text.replace(/^[-+]/, '').split(/[eE]/)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  let from = 0
  while (all[from] === '0') from += 1
  let to = all.length
  while (to > from && all[to - 1] === '0') to -= 1
  return { digits: all.slice(from, to), exponent: whole.length - from + Number(power) }
}
