import { bitsOf, exactDecimal, inExponent, inPlaces, roundTo, shortestDecimal, withoutZerosBehind } from './decimal.ts'

/** A number without its sign, as Go's strconv.FormatFloat; `precision` null is the fewest digits. `keepsZeros` is for `%#g`. */
export function floatText(value: number, verb: string, precision: number | null, keepsZeros = false): string {
  const size = Math.abs(value)
  switch (verb) {
    case 'e':
    case 'E': {
      const decimal = precision === null ? shortestDecimal(size) : roundTo(exactDecimal(size), precision + 1)
      return inExponent(decimal, precision ?? Math.max(decimal.digits.length - 1, 0), verb)
    }
    case 'f': {
      const exact = precision === null ? shortestDecimal(size) : exactDecimal(size)
      const decimal = precision === null ? exact : roundTo(exact, exact.point + precision)
      return inPlaces(decimal, precision ?? Math.max(decimal.digits.length - decimal.point, 0))
    }
    case 'x':
    case 'X': return hexText(size, verb, precision)
    case 'b': {
      const { mantissa, exponent } = bitsOf(size)
      return `${mantissa}p${exponent < 0 ? '' : '+'}${exponent}`
    }
    default: return general(size, verb === 'G' ? 'E' : 'e', precision, keepsZeros)
  }
}

/** `%g`: with an exponent when the number is very small or has more places than digits. */
function general(size: number, letter: string, precision: number | null, keepsZeros: boolean): string {
  const least = Math.max(precision ?? 6, 1)
  const decimal = precision === null ? shortestDecimal(size) : roundTo(exactDecimal(size), least)
  const count = decimal.digits.length
  // Where the fewest digits are wanted, Go decides as for a precision of six.
  const limit = precision !== null && least > count && count >= decimal.point ? count : least
  const exponent = decimal.point - 1
  const places = keepsZeros ? Math.max(least, precision === null ? count : 0) : precision === null ? count : Math.min(least, count)
  if (count > 0 && (exponent < -4 || exponent >= limit)) return inExponent(decimal, Math.max(places - 1, 0), letter)
  // Zero has one place in front of the point, as all below ten have.
  return inPlaces(decimal, Math.max((keepsZeros ? Math.max(least, count) : count) - (count === 0 ? 1 : decimal.point), 0))
}

/** `0x1.8p+01`. */
function hexText(size: number, verb: string, precision: number | null): string {
  let { mantissa, exponent } = bitsOf(size)
  if (mantissa === 0n) exponent = -52
  else while (mantissa < 0x10000000000000n) [mantissa, exponent] = [mantissa << 1n, exponent - 1]
  if (precision !== null && precision < 13) {
    const dropped = BigInt(52 - precision * 4)
    const [half, rest] = [1n << (dropped - 1n), mantissa & ((1n << dropped) - 1n)]
    mantissa >>= dropped
    if (rest > half || (rest === half && (mantissa & 1n) === 1n)) mantissa += 1n
    mantissa <<= dropped
    if (mantissa >= 0x20000000000000n) [mantissa, exponent] = [mantissa >> 1n, exponent + 1]
  }
  const power = exponent + 52
  const digits = (mantissa & 0xfffffffffffffn).toString(16).padStart(13, '0')
  const fraction = precision === null ? withoutZerosBehind(digits) : digits.slice(0, precision).padEnd(precision, '0')
  const text = `0x${mantissa >> 52n}${fraction === '' ? '' : `.${fraction}`}p${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  return verb === 'X' ? text.toUpperCase() : text
}
