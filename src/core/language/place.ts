import type { Path } from '../diagnostic.ts'
import type { Range } from '../text/edit.ts'

/**
 * Where somebody writes, told from the characters before the caret alone: while one types, the text
 * seldom parses.
 */
export type Place = {
  /** The way to the part that is being written. Indices of lists count only what can be told cheaply. */
  readonly path: Path
  /**
   * What may be written: `key` of the map at the path, `value` of the path itself (behind its colon or
   * in a list), or `open` where either may begin, since nothing has been written yet.
   */
  readonly role: 'key' | 'value' | 'open'
  readonly style: 'block' | 'flow' | 'json'
  /** What is there of the word, and is replaced by what is chosen; its quotes included. */
  readonly range: Range
  /** What stands of it before the caret, without its quote. */
  readonly typed: string
  readonly quote: '"' | "'" | null
  /** The keys of the map that is written in, with what stands behind their colons, the one being written left out; none in a list. */
  readonly siblings: ReadonlyMap<string, string>
  /** The keys of the map that holds that map, or the list that is written in. */
  readonly around: ReadonlyMap<string, string>
  /** The other entries of the list around. */
  readonly listed: readonly string[]
  /** In block style the column of the word, behind dashes. */
  readonly column: number
  /** Stands the word behind a dash? */
  readonly dashed: boolean
  /** Does a colon follow the word? */
  readonly hasColon: boolean
  /** In JSON: must a comma be put behind it, since another entry follows? */
  readonly needsComma: boolean
}
