import type { Range } from '../text/edit.ts'

/** The way between the text that a scalar says and the text of the file that says it. */
export type ScalarMap = {
  /** A range of the scalar's text where it stands in the file. */
  toSource(range: Range): Range
  /** An offset of the file in the scalar's text; null outside of what it says, and within an escape or a fold. */
  toText(offset: number): number | null
}

/** The text of a scalar as it is read, unit by unit, each with what stands for it in the file. */
export class Units implements ScalarMap {
  readonly #units: string[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  /** How many units at the end are space that a line end would take away. */
  #loose = 0

  get text(): string {
    return this.#units.join('')
  }

  /** All units of `text` are said by the range of the file from `start` to `end`. */
  add(text: string, start: number, end: number, isLoose = false): void {
    for (let at = 0; at < text.length; at += 1) this.#push(text[at]!, start, end)
    this.#loose = isLoose ? this.#loose + text.length : 0
  }

  /** A piece of the file that says itself. */
  addRun(text: string, start: number): void {
    for (let at = 0; at < text.length; at += 1) this.#push(text[at]!, start + at, start + at + 1)
    this.#loose = 0
  }

  /** Takes back the space at the end. */
  dropSpace(): void {
    const length = this.#units.length - this.#loose
    this.#units.length = length
    this.#starts.length = length
    this.#ends.length = length
    this.#loose = 0
  }

  #push(unit: string, start: number, end: number): void {
    this.#units.push(unit)
    this.#starts.push(start)
    this.#ends.push(end)
  }

  toSource({ start, end }: Range): Range {
    if (start >= end) {
      const at = this.#starts[start] ?? this.#ends.at(-1) ?? 0
      return { start: at, end: at }
    }
    return { start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0 }
  }

  toText(offset: number): number | null {
    // The last unit that starts at or before the offset: a folded line end has no width of its own.
    let low = -1
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    if (low < 0) return null
    if (this.#starts[low] === offset) return low
    return this.#ends[low] === offset ? low + 1 : null
  }
}
