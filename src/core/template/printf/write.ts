import { jsonOf, numberText } from '../json-text.ts'
import type { Meter } from '../meter.ts'
import { utf8Of } from '../utf8.ts'
import { entryOf, see, sortedKeys, type Value } from '../value.ts'
import { pad, type Flags } from './flags.ts'
import { floatText } from './float.ts'
import { canBackquote, characterOf, isPrintable, quoted } from './quote.ts'

/** One value under one verb, as Go writes it; a verb that does not fit the value says so in the text. */
export function written(value: Value, verb: string, flags: Flags, meter: Meter): string {
  const seen = see(value)
  if (verb === 'T') return pad(typeOf(value), flags)
  switch (seen.kind) {
    // What is missing is the empty text under every verb; only quotes show.
    case 'missing': return pad(verb === 'q' ? '""' : '', { ...flags, zero: false })
    case 'boolean': return verb === 't' || verb === 'v' ? pad(String(seen.value), flags) : misfit(value, verb, meter)
    case 'number': return numberUnder(seen.value, verb, flags) ?? misfit(value, verb, meter)
    case 'text': return textUnder(seen.value, verb, flags) ?? misfit(value, verb, meter)
    case 'list':
    case 'map': {
      const text = 'svqxX'.includes(verb) ? textUnder(jsonOf(seen.value, meter), verb === 'v' ? 's' : verb, flags) : null
      if (text !== null) return text
      return meter.deeper(() => {
        if (seen.kind === 'list') return `[${seen.value.map((item) => each(item, verb, flags, meter)).join(' ')}]`
        return `map[${sortedKeys(seen.value).map((key) => `${each(key, verb, flags, meter)}:${each(entryOf(seen.value, key), verb, flags, meter)}`).join(' ')}]`
      })
    }
  }
}

function each(value: Value, verb: string, flags: Flags, meter: Meter): string {
  const text = written(value, verb, flags, meter)
  meter.spend(1)
  meter.spendText(text.length)
  return text
}

/** `%!d(string=x)`. */
function misfit(value: Value, verb: string, meter: Meter): string {
  return `%!${verb}(${typeOf(value)}=${plainly(value, meter)})`
}

/** A value under `%v` without any flags. */
export function plainly(value: Value, meter: Meter): string {
  const seen = see(value)
  return seen.kind === 'text' ? seen.value : seen.kind === 'missing' ? '' : jsonOf(value, meter)
}

/** Go's name of the type. */
export function typeOf(value: Value): string {
  const seen = see(value)
  switch (seen.kind) {
    case 'missing':
    case 'text': return 'string'
    case 'boolean': return 'bool'
    case 'number': return isWhole(seen.value) ? 'int' : 'float64'
    case 'list': return '[]interface {}'
    case 'map': return 'map[string]interface {}'
  }
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value)
}

function textUnder(text: string, verb: string, flags: Flags): string | null {
  const cut = flags.precision === null || !'sqvxX'.includes(verb) ? text : [...text].slice(0, flags.precision).join('')
  switch (verb) {
    case 'v': return flags.sharp ? textUnder(text, 'q', { ...flags, sharp: false }) : pad(cut, flags)
    case 's': return pad(cut, flags)
    case 'q': return pad(flags.sharp && canBackquote(cut) ? `\`${cut}\`` : quoted(cut, '"', flags.plus), flags)
    case 'x':
    case 'X': {
      const bytes = utf8Of(text).slice(0, flags.precision ?? undefined).map((byte) => byte.toString(16).padStart(2, '0'))
      const prefix = flags.sharp && bytes.length > 0 ? '0x' : ''
      const hex = prefix + bytes.join(flags.space ? ` ${prefix}` : '')
      return pad(verb === 'X' ? hex.toUpperCase() : hex, flags)
    }
    default: return null
  }
}

/** Whole numbers fit the verbs of both kinds, since JSON has one kind of number. */
function numberUnder(value: number | bigint, verb: string, flags: Flags): string | null {
  switch (verb) {
    case 'v':
      if (flags.precision !== null && !isWhole(value)) return floating(Number(value), 'g', flags)
      return signed(numberText(value).replace('-', ''), value < 0, flags)
    case 'e':
    case 'E':
    case 'f':
    case 'F': return floating(Number(value), verb === 'F' ? 'f' : verb, { ...flags, precision: flags.precision ?? 6 })
    case 'g':
    case 'G': return floating(Number(value), verb, flags)
  }
  if (!isWhole(value)) return verb === 'x' || verb === 'X' || verb === 'b' ? floating(Number(value), verb, flags) : null
  switch (verb) {
    case 'd': return integer(BigInt(value), 10, '', flags)
    case 'b': return integer(BigInt(value), 2, flags.sharp ? '0b' : '', flags)
    case 'o': return integer(BigInt(value), 8, flags.sharp ? '0' : '', flags)
    case 'O': return integer(BigInt(value), 8, '0o', flags)
    case 'x': return integer(BigInt(value), 16, flags.sharp ? '0x' : '', flags)
    case 'X': return integer(BigInt(value), 16, flags.sharp ? '0X' : '', flags).toUpperCase()
    case 'c': return pad(characterOf(Number(value)), flags)
    case 'q': return pad(quoted(characterOf(Number(value)), '\'', flags.plus), flags)
    case 'U': return pad(unicode(BigInt(value), flags), { ...flags, zero: false })
    default: return null
  }
}

function unicode(value: bigint, flags: Flags): string {
  const point = Number(value)
  const shown = flags.sharp && point >= 0 && point <= 0x10ffff && isPrintable(point) ? ` '${String.fromCodePoint(point)}'` : ''
  return `U+${value.toString(16).toUpperCase().padStart(Math.max(4, flags.precision ?? 4), '0')}${shown}`
}

function integer(value: bigint, base: number, prefix: string, flags: Flags): string {
  const isNegative = value < 0n
  const digits = (isNegative ? -value : value).toString(base)
  if (flags.precision === 0 && value === 0n) return pad('', { ...flags, zero: false })
  const signs = isNegative || flags.plus || flags.space ? 1 : 0
  const places = flags.precision ?? (flags.zero && !flags.minus && flags.width !== null ? flags.width - signs : 0)
  const body = digits.padStart(places, '0')
  const lead = prefix === '0' && body.startsWith('0') ? '' : prefix
  return pad(`${sign(isNegative, flags)}${lead}${body}`, { ...flags, zero: false })
}

function floating(value: number, verb: string, flags: Flags): string {
  const text = floatText(value, verb, flags.precision, flags.sharp)
  return signed(flags.sharp && verb !== 'b' && !text.includes('.') ? text.replace(/^([\dxX]*)/, '$1.') : text, value < 0, flags)
}

/** Zeros that fill up stand behind the sign. */
function signed(text: string, isNegative: boolean, flags: Flags): string {
  const front = sign(isNegative, flags)
  const zeros = flags.zero && flags.width !== null ? '0'.repeat(Math.max(0, flags.width - front.length - text.length)) : ''
  return pad(front + zeros + text, { ...flags, zero: false })
}

function sign(isNegative: boolean, flags: Flags): string {
  return isNegative ? '-' : flags.plus ? '+' : flags.space ? ' ' : ''
}
