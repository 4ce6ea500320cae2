import type { Range } from '../text/edit.ts'

/** What is put in: a text, and where the caret goes in it, one place after the other. */
export type Insertion = {
  readonly text: string
  /** Ranges of `text`, in the order in which they are filled in; what stands in them is an example. */
  readonly stops: readonly Range[]
}

/** Something that may be written at a place. */
export type Completion = {
  readonly label: string
  readonly kind: 'key' | 'value' | 'node' | 'name' | 'pattern' | 'variable' | 'function'
  /** A word beside the label. */
  readonly detail: string
  /** What it means, as Markdown: made when asked for, since of thousands that are offered one is looked at. */
  readonly help: () => string
  readonly range: Range
  readonly insert: Insertion
  /** What is compared with the text that is replaced. */
  readonly filter: string
  /** Another choice follows at once. */
  readonly goesOn?: true
}

/** Puts an insertion together, piece by piece. */
export class InsertionWriter {
  #text = ''
  readonly #stops: Range[] = []

  write(text: string): this {
    this.#text += text
    return this
  }

  stop(example = ''): this {
    this.#stops.push({ start: this.#text.length, end: this.#text.length + example.length })
    this.#text += example
    return this
  }

  done(): Insertion {
    return { text: this.#text, stops: this.#stops }
  }
}

export function plainInsertion(text: string): Insertion {
  return { text, stops: [] }
}
