import { lineStarts, positionAt } from '../text/lines.ts'
import type { Range } from '../text/edit.ts'

/** A text with its lines at hand, which are found when they are first asked for. */
export class TextLines {
  readonly text: string
  #starts: readonly number[] | null = null

  constructor(text: string) {
    this.text = text
  }

  /** The line of an offset, from 1. */
  lineOf(offset: number): number {
    return positionAt(this.#lines(), Math.min(offset, this.text.length)).line
  }

  /** A line without its line end. */
  rangeOf(line: number): Range {
    const start = this.#lines()[line - 1] ?? this.text.length
    let end = this.#lines()[line] ?? this.text.length
    while (end > start && /[\r\n]/.test(this.text[end - 1] ?? '')) end -= 1
    return { start, end }
  }

  textOf(line: number): string {
    const { start, end } = this.rangeOf(line)
    return this.text.slice(start, end)
  }

  #lines(): readonly number[] {
    this.#starts ??= lineStarts(this.text)
    return this.#starts
  }
}
