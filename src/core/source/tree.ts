import type { Diagnostic, Json, Path } from '../diagnostic.ts'
import type { Range, TextEdit } from '../text/edit.ts'

export type Format = 'yaml' | 'json'

/**
 * A text read into a tree whose every part knows its range. Offsets are those of the text as it is
 * on disk: byte order mark, CRLF and all.
 *
 * `root` is null for an empty text. When `diagnostics` holds an error of the families `yaml/` or
 * `json/`, the tree is partial and must not be taken for the document: see `isWhole`.
 */
export type Source = {
  readonly format: Format
  readonly text: string
  readonly root: SourceNode | null
  /** Every comment, in the order of the text; ranges start at `#` and exclude the line end. */
  readonly comments: readonly Range[]
  readonly diagnostics: readonly Diagnostic[]
}

export type SourceNode = SourceScalar | SourceMap | SourceList | SourceAlias

type Placed = {
  /** The value alone: no anchor, no tag, no trailing comment, no final line end (a block scalar's excepted). */
  readonly range: Range
  /** The same with the anchor and tag before it. Equal to `range` when there is neither. */
  readonly outer: Range
  readonly anchor?: string
  readonly tag?: string
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

export type SourceScalar = Placed & {
  readonly kind: 'scalar'
  readonly style: ScalarStyle
  /** The value where text is wanted: for a plain scalar its own source text (`007`, `no`, `1.10`). */
  readonly text: string
  /** The value under YAML 1.2's core schema, or JSON's. */
  readonly value: null | boolean | number | string
  /** Is it a number that a double cannot hold exactly as written? */
  readonly unsafe?: true
}

export type SourceEntry = {
  /** From the key's first character (its anchor and tag included) to the end of the value. */
  readonly range: Range
  readonly key: SourceNode
  /** The key as text; null when it is a map or a list. */
  readonly name: string | null
  /** Null when nothing stands after the colon. */
  readonly value: SourceNode | null
}

export type SourceMap = Placed & {
  readonly kind: 'map'
  readonly style: 'block' | 'flow'
  /** As written; merge keys (`<<`) are entries of their own here. Use `lookup` to read merged values. */
  readonly entries: readonly SourceEntry[]
}

export type SourceItem = {
  /** From the dash (block) or the value (flow) to the end of the value. */
  readonly range: Range
  readonly value: SourceNode | null
}

export type SourceList = Placed & {
  readonly kind: 'list'
  readonly style: 'block' | 'flow'
  readonly items: readonly SourceItem[]
}

export type SourceAlias = Placed & {
  readonly kind: 'alias'
  readonly name: string
  /** The anchored node before it; null when there is none or it contains the alias itself. */
  readonly target: SourceNode | null
}

/**
 * A structural change of the source. Paths name the tree as written: keys of maps, indices of lists.
 *
 * - `set` replaces the value at a path, or adds the last key of the path to its map. What differs in a
 *   list or a map is changed, what is the same stays. With `asText` a plain scalar of YAML that shows the
 *   text wanted (`007`, `no`) counts as the same and stays unquoted. `pieces` are the edits that lead from
 *   the text that a scalar says now to `value`: where they can be made in place, nothing else is touched.
 * - `rename` replaces the key at a path.
 * - `delete` removes an entry or an item with the comments that it owns.
 * - `insert` puts a value into a list before `index` (`index` = length appends). When the list does
 *   not exist yet the last key of `path` is added with a list of one.
 * - `move` takes an item of a list to another place of the same list, comments included.
 * - `comment` sets the comment lines that an entry or item owns directly above it.
 *
 * The operations of one list are applied in order, each to the outcome of the one before.
 */
export type PathOp =
  | { readonly op: 'set'; readonly path: Path; readonly value: Json; readonly keyOrder?: readonly string[]; readonly asText?: true; readonly pieces?: readonly TextEdit[] }
  | { readonly op: 'rename'; readonly path: Path; readonly to: string }
  | { readonly op: 'delete'; readonly path: Path }
  | { readonly op: 'insert'; readonly path: Path; readonly index: number; readonly value: Json; readonly keyOrder?: readonly string[] }
  | { readonly op: 'move'; readonly path: Path; readonly from: number; readonly to: number }
  | { readonly op: 'comment'; readonly path: Path; readonly text: string | undefined }
