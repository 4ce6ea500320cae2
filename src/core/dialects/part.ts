import type { Path } from '../diagnostic.ts'
import type { SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'

/**
 * A part of a definition as a dialect reads it, whether it stands in a text or came from code: one
 * reading serves both, so that a file and an object can never be judged by different rules.
 */
export type Part = NothingPart | ScalarPart | ListPart | MapPart | StrangePart

type Placed = { readonly place: Place }

/** Nothing is written, or `null`. */
export type NothingPart = Placed & { readonly type: 'nothing' }

export type ScalarPart = Placed & {
  readonly type: 'scalar'
  /** Where text is wanted: for a plain scalar its own source text. */
  readonly text: string
  readonly value: boolean | number | string
  /** A number that a double cannot hold as it is written. */
  readonly unsafe?: true
}

export type ListPart = Placed & { readonly type: 'list'; readonly items: () => readonly Part[] }

/** Keys of a map are in their order, each once. */
export type MapPart = Placed & { readonly type: 'map'; readonly entries: () => readonly PartEntry[] }

/** What no file can hold: a function, a symbol, something that cannot be looked at. */
export type StrangePart = Placed & { readonly type: 'strange'; readonly what: string }

export type PartEntry = {
  readonly name: string
  readonly value: Part
  /** It stands here because a merge key brought it. */
  readonly merged?: true
}

/** Where a part stands. */
export type Place = {
  /** The way to it through keys and indices, merge keys and aliases seen through. */
  readonly path: Path
  /** Where it truly stands in the source; null when it is in none. */
  readonly sourcePath: Path | null
  /** Where the eye should go: the value, or what stands for it (an alias, the key of an empty value). */
  readonly range?: Range
  readonly keyRange?: Range
  readonly node?: SourceNode
}

/** What a part is, in words for a message. */
export function whatIs(part: Part): string {
  switch (part.type) {
    case 'nothing': return 'nothing'
    case 'list': return 'a list'
    case 'map': return 'a map'
    case 'strange': return part.what
    case 'scalar':
      if (typeof part.value === 'boolean') return `\`${part.text}\``
      return typeof part.value === 'number' ? 'a number' : 'text'
  }
}
