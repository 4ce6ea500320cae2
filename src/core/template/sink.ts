import type { Range } from '../text/edit.ts'
import { textOf } from './json-text.ts'
import type { Meter } from './meter.ts'
import type { Value } from './value.ts'

/** Where a rendering goes: the template's own text, and the values of its actions. */
export type Sink = {
  text(text: string, range: Range): void
  value(value: Value, range: Range): void
  /** All of it; `end` is where the template ends. */
  finish(end: number): string
}

/** Text, whatever it is. */
export class PlainSink implements Sink {
  readonly #parts: string[] = []
  readonly #meter: Meter
  #length = 0

  constructor(meter: Meter) {
    this.#meter = meter
  }

  text(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
    this.#meter.grow(this.#length, text.length)
  }

  value(value: Value): void {
    this.text(textOf(value, this.#meter))
  }

  finish(): string {
    return this.#parts.join('')
  }
}
