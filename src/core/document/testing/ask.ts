import type { Command } from '../../dialects/command.ts'
import type { DialectName } from '../../dialects/dialect.ts'
import type { Format } from '../../source/tree.ts'
import type { Analysis } from '../types.ts'
import type { Page, Part } from './page.ts'
import type { Style } from './style.ts'
import type { TreeMap } from './tree.ts'

/**
 * What a command may touch in a file, said from the command and the printed file alone. `under` a
 * part is the part and all within it.
 */
export type Touched = {
  /** Lines of these parts and what is under them may change. */
  readonly under: readonly Part[]
  /** Lines of just these parts may change: a key whose list grows. */
  readonly just: readonly Part[]
  /** With these goes what they own: comments and the blank lines above. */
  readonly gone: readonly Part[]
  /** Comments that may go or stay: those within a value that is replaced whole. */
  readonly loose: readonly Part[]
  /** The node whose note is set. */
  readonly note?: Part
  /** The item whose lines change their place. */
  readonly moved?: Part
}

export const NONE: Touched = { under: [], just: [], gone: [], loose: [] }

/** The file after a command; `refused` when the rules forbid it. */
export type Wanted = { readonly tree: TreeMap; readonly refused?: undefined } | { readonly refused: string }

/** A command, and what it means: said upon the plain file, without a look at how it is carried out. */
export type Ask = {
  readonly type: Command['type']
  /** `keys` are the keys of the nodes by their place in the file. */
  command(keys: readonly string[]): Command
  readonly wanted: Wanted
  touched(page: Page): Touched
  /** A command that takes back what this one adds, to the byte; absent when none does. */
  back?(page: Page, between: Analysis, keys: readonly string[]): Command | null
  /** What else is wrong with the outcome, in words. */
  check?(after: Analysis): string | null
}

/** A file, the way it is written, and what is asked of it. */
export type Case = { readonly dialect: DialectName; readonly tree: TreeMap; readonly style: Style; readonly format: Format; readonly ask: Ask }

/** The key of the node that is written at a place. */
export function keyAt({ view }: Analysis, place: number): string {
  return view.nodes.find(({ index }) => index === place)!.key
}
