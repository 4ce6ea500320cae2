import { MAX_VALUE_DEPTH } from './limits.ts'
import type { Meter } from './meter.ts'
import { entryOf, keysOf, see, type Value } from './value.ts'

/** A value as compact JSON, keys in the order of the data; the meter bounds its length and depth. */
export function jsonOf(value: Value, meter: Meter): string {
  const writer = new Writer(meter)
  writer.write(value, 0)
  return writer.text()
}

class Writer {
  readonly #meter: Meter
  readonly #parts: string[] = []
  #length = 0

  constructor(meter: Meter) {
    this.#meter = meter
  }

  text(): string {
    return this.#parts.join('')
  }

  write(value: Value, depth: number): void {
    const seen = see(value)
    switch (seen.kind) {
      case 'list':
        this.#enter(depth)
        this.#add('[')
        seen.value.forEach((item, index) => {
          if (index > 0) this.#add(',')
          this.write(item, depth + 1)
        })
        this.#add(']')
        break
      case 'map': {
        this.#enter(depth)
        const keys = keysOf(seen.value)
        this.#meter.spend(keys.length >>> 3)
        this.#add('{')
        keys.forEach((key, index) => {
          this.#add(`${index > 0 ? ',' : ''}${JSON.stringify(key)}:`)
          this.write(entryOf(seen.value, key), depth + 1)
        })
        this.#add('}')
        break
      }
      case 'missing': this.#add('null'); break
      case 'text': this.#add(JSON.stringify(seen.value)); break
      case 'number': this.#add(numberText(seen.value)); break
      case 'boolean': this.#add(seen.value ? 'true' : 'false'); break
    }
  }

  #enter(depth: number): void {
    if (depth >= MAX_VALUE_DEPTH) this.#meter.fail(`This value nests deeper than ${MAX_VALUE_DEPTH} levels and cannot be written.`)
  }

  #add(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
    this.#meter.grow(this.#length, text.length)
    if (this.#parts.length % 8 === 0) this.#meter.spend(1)
  }
}

/** A number as JSON has it. */
export function numberText(value: number | bigint): string {
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}

/** What a value prints as: texts as they are, nothing for what is missing, else JSON. */
export function textOf(value: Value, meter: Meter): string {
  const seen = see(value)
  switch (seen.kind) {
    case 'missing': return ''
    case 'text': return seen.value
    case 'boolean':
    case 'number':
    case 'list':
    case 'map': return jsonOf(seen.value, meter)
  }
}
