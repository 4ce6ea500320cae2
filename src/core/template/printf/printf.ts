import { textOf } from '../json-text.ts'
import type { Meter } from '../meter.ts'
import { nameOfKind, see, Written, type Value } from '../value.ts'
import { noFlags, type Flags } from './flags.ts'
import { plainly, typeOf, written } from './write.ts'

/** Widest that Go fills up; a wider one is `%!(BADWIDTH)`. */
const MAX_WIDTH = 1_000_000

/** Go's Sprintf. What does not fit is said in the text, as Go says it. */
export function printf([format, ...values]: readonly Value[], meter: Meter): Value {
  const seen = see(format!)
  if (seen.kind === 'missing') return ''
  if (seen.kind !== 'text') return meter.fail(`\`printf\` takes a format first, such as \`"%s: %d"\`; this is ${nameOfKind(seen.kind)}.`)
  const text = new Formatter(seen.value, values, meter).text()
  const json = values.length === 1 ? jsonFor(seen.value, values[0]!, text, meter) : null
  return json === null ? text : new Written(text, json)
}

/**
 * The JSON of one value in a format that writes nothing else: `%q` is its text in quotes, numbers
 * and the like are what was written when that is JSON. Null for all else, which is a text.
 */
function jsonFor(format: string, value: Value, text: string, meter: Meter): string | null {
  const verb = /^%[-+# 0]*(?:[1-9]\d*)?(?:\.\d*)?([a-zA-Z])$/.exec(format)?.[1]
  if (verb === undefined) return null
  const seen = see(value)
  if (verb === 'q') return format === '%q' || format === '%+q' ? JSON.stringify(textOf(value, meter)) : null
  switch (seen.kind) {
    case 'number': return 'dvefgEFG'.includes(verb) && /^ *-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)? *$/.test(text) ? text.trim() : null
    case 'boolean': return text === 'true' || text === 'false' ? text : null
    case 'list':
    case 'map': return format === '%v' || format === '%s' ? text : null
    case 'missing':
    case 'text': return null
  }
}

type Numbered = { readonly found: boolean; readonly isBad: boolean }

class Formatter {
  readonly #format: string
  readonly #values: readonly Value[]
  readonly #meter: Meter
  #parts: string[] = []
  #length = 0
  #at = 0
  #next = 0
  #isReordered = false

  constructor(format: string, values: readonly Value[], meter: Meter) {
    this.#format = format
    this.#values = values
    this.#meter = meter
  }

  text(): string {
    while (this.#at < this.#format.length) {
      const percent = this.#format.indexOf('%', this.#at)
      const end = percent === -1 ? this.#format.length : percent
      if (end > this.#at) this.#add(this.#format.slice(this.#at, end))
      this.#at = end
      if (percent !== -1) this.#verb()
    }
    if (!this.#isReordered && this.#next < this.#values.length) {
      const extra = this.#values.slice(this.#next).map((value) => `${typeOf(value)}=${plainly(value, this.#meter)}`)
      this.#add(`%!(EXTRA ${extra.join(', ')})`)
    }
    return this.#parts.join('')
  }

  #verb(): void {
    this.#meter.spend(1)
    this.#at += 1
    const flags = this.#flags()
    let index = this.#index()
    let isBad = index.isBad
    const isAfterIndex = index.found
    if (this.#skip('*')) {
      const width = this.#star()
      if (width === null) this.#add('%!(BADWIDTH)')
      else if (width < 0) Object.assign(flags, { width: -width, minus: true, zero: false })
      else flags.width = width
      index = { found: false, isBad: false }
    } else {
      flags.width = this.#number()
      if (isAfterIndex && flags.width !== null) isBad = true
    }
    if (this.#skip('.')) {
      if (index.found) isBad = true
      index = this.#index()
      isBad ||= index.isBad
      if (this.#skip('*')) {
        const precision = this.#star()
        if (precision === null) this.#add('%!(BADPREC)')
        else if (precision >= 0) flags.precision = precision
        index = { found: false, isBad: false }
      } else {
        flags.precision = this.#number() ?? 0
      }
    }
    if (!index.found) isBad = this.#index().isBad || isBad
    this.#finish(flags, isBad)
  }

  /** The verb itself and the value that it writes. */
  #finish(flags: Flags, isBad: boolean): void {
    const point = this.#format.codePointAt(this.#at)
    if (point === undefined) return this.#add('%!(NOVERB)')
    const verb = String.fromCodePoint(point)
    this.#at += verb.length
    if (verb === '%') return this.#add('%')
    if (isBad) return this.#add(`%!${verb}(BADINDEX)`)
    if (this.#next >= this.#values.length) return this.#add(`%!${verb}(MISSING)`)
    // Before anything is filled up: the width alone may be too much.
    this.#meter.spendText(Math.max(flags.width ?? 0, flags.precision ?? 0))
    // Every digit of a very small number takes some time to find.
    if ('eEfFgGxX'.includes(verb)) this.#meter.spend(32)
    this.#add(written(this.#values[this.#next]!, verb, flags, this.#meter))
    this.#next += 1
  }

  #flags(): Flags {
    const flags = noFlags()
    for (;; this.#at += 1) {
      switch (this.#format[this.#at]) {
        case '+': flags.plus = true; break
        case '#': flags.sharp = true; break
        case ' ': flags.space = true; break
        case '0': flags.zero = !flags.minus; break
        case '-':
          flags.minus = true
          flags.zero = false
          break
        default: return flags
      }
    }
  }

  /** `[2]`: which value comes next. */
  #index(): Numbered {
    if (this.#format[this.#at] !== '[') return { found: false, isBad: false }
    this.#isReordered = true
    const close = this.#format.indexOf(']', this.#at)
    this.#meter.spend(((close === -1 ? this.#format.length : close) - this.#at) >>> 6)
    const digits = close === -1 ? '' : this.#format.slice(this.#at + 1, close)
    this.#at = close === -1 ? this.#at + 1 : close + 1
    const index = /^\d{1,7}$/.test(digits) ? Number(digits) - 1 : -1
    if (index < 0 || index >= this.#values.length) return { found: false, isBad: true }
    this.#next = index
    return { found: true, isBad: false }
  }

  /** A width or precision that is a value of its own. */
  #star(): number | null {
    const seen = see(this.#values[this.#next] ?? null)
    if (this.#next < this.#values.length) this.#next += 1
    const value = seen.kind === 'number' ? Number(seen.value) : Number.NaN
    return Number.isInteger(value) && Math.abs(value) <= MAX_WIDTH ? value : null
  }

  #number(): number | null {
    const start = this.#at
    while (/\d/.test(this.#format[this.#at] ?? '')) this.#at += 1
    if (this.#at === start) return null
    const value = Number(this.#format.slice(start, this.#at))
    // As in Go, a number that is too large takes the rest of the format with it.
    if (value > MAX_WIDTH) this.#at = this.#format.length
    return value > MAX_WIDTH ? null : value
  }

  #skip(sign: string): boolean {
    if (this.#format[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #add(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
    this.#meter.grow(this.#length, text.length)
  }
}
