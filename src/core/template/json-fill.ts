import type { Range } from '../text/edit.ts'
import { JsonState, type JsonFault } from './json-state.ts'
import { jsonOf, textOf } from './json-text.ts'
import type { Meter } from './meter.ts'
import type { Sink } from './sink.ts'
import { see, Written, type Value } from './value.ts'

/**
 * Fills a JSON text in. Values are escaped where they stand in quotes and are whole JSON values
 * elsewhere; the state follows every character, so that the first that breaks the JSON is the one
 * that is told of, with its place in the template.
 */
export class JsonSink implements Sink {
  readonly #meter: Meter
  readonly #state = new JsonState()
  readonly #parts: string[] = []
  #length = 0

  constructor(meter: Meter) {
    this.#meter = meter
  }

  text(text: string, range: Range): void {
    this.#add(text)
    this.#check(this.#state.read(text, range.start))
  }

  value(value: Value, range: Range): void {
    const seen = see(value)
    if (this.#state.isInText) return this.#content(value, range)
    if (seen.kind === 'missing' && !this.#state.isAfterColon) return this.#check(this.#state.skip())
    const { expected, isInWord } = this.#state
    if (isInWord) return this.#check({ range, message: 'A value follows another one without a comma between them.' })
    if (expected === 'colon' || expected === 'comma or end' || expected === 'nothing') {
      return this.#check({ range, message: `A value cannot stand here: ${this.#state.wanted()} belongs here.` })
    }
    this.#check(this.#state.take(seen.kind === 'text' ? seen.value : null, range))
    this.#add(value instanceof Written ? value.json : jsonOf(value, this.#meter))
  }

  finish(end: number): string {
    this.#check(this.#state.finish(end))
    return this.#parts.join('')
  }

  #content(value: Value, range: Range): void {
    if (this.#state.isInEscape) this.#check({ range, message: 'A `\\` stands in front of this value and would change its first character. Write `\\\\`, or remove it.' })
    const content = JSON.stringify(textOf(value, this.#meter)).slice(1, -1)
    this.#state.readContent(content)
    this.#add(content)
  }

  #add(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
    this.#meter.grow(this.#length, text.length)
  }

  #check(fault: JsonFault | null): void {
    if (!fault) return
    this.#meter.at = fault.range
    this.#meter.fail(`The filled-in JSON is broken: ${fault.message}`)
  }
}
