/** A number without its sign as `0.digits × 10^point`; zero has no digits. */
export type Decimal = { readonly digits: string; readonly point: number }

/** The bits of a double: `mantissa × 2^exponent`. */
export function bitsOf(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const biased = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  return biased === 0 ? { mantissa: fraction, exponent: -1074 } : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 }
}

/** Every digit that a double has. */
export function exactDecimal(value: number): Decimal {
  const { mantissa, exponent } = bitsOf(value)
  if (exponent >= 0) return decimalOf((mantissa << BigInt(exponent)).toString(), 0)
  return decimalOf((mantissa * 5n ** BigInt(-exponent)).toString(), exponent)
}

/** The fewest digits that say which double it is. */
export function shortestDecimal(value: number): Decimal {
  const [digits = '', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const plain = digits.replace('.', '')
  return decimalOf(plain, Number(exponent) - plain.length + 1)
}

/** The digits of a whole number, moved by a power of ten; zeros around them dropped. */
export function decimalOf(whole: string, power: number): Decimal {
  const digits = whole.replace(/^0+/, '')
  return { digits: withoutZerosBehind(digits), point: digits === '' ? 0 : digits.length + power }
}

/** Rounded to a count of digits, which may be none or fewer; halves to the even side, as Go does. */
export function roundTo({ digits, point }: Decimal, count: number): Decimal {
  if (count >= digits.length) return { digits, point }
  if (count < 0) return { digits: '', point: 0 }
  const kept = digits.slice(0, count)
  const rest = digits.slice(count)
  const isHalf = rest[0] === '5' && /^50*$/.test(rest)
  const isUp = isHalf ? count > 0 && Number(kept.at(-1)) % 2 === 1 : rest[0]! >= '5'
  if (!isUp) return decimalOf(kept, point - count)
  return decimalOf((BigInt(kept || '0') + 1n).toString(), point - count)
}

/** `d.ddde±dd`. */
export function inExponent({ digits, point }: Decimal, precision: number, letter: string): string {
  const padded = digits.padEnd(precision + 1, '0').slice(0, precision + 1)
  const exponent = digits === '' ? 0 : point - 1
  const fraction = precision > 0 ? `.${padded.slice(1)}` : ''
  return `${padded[0]}${fraction}${letter}${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** `ddd.ddd`. */
export function inPlaces({ digits, point }: Decimal, precision: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  if (precision <= 0) return whole
  const fraction = point >= 0 ? digits.slice(point) : `${'0'.repeat(Math.min(-point, precision))}${digits}`
  return `${whole}.${fraction.slice(0, precision).padEnd(precision, '0')}`
}

/** Digits without the zeros at their end. */
export function withoutZerosBehind(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
