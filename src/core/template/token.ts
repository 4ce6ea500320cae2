import type { Range } from '../text/edit.ts'

export type TokenKind =
  | 'text' | 'comment' | 'left' | 'right' | 'space'
  | 'keyword' | 'identifier' | 'field' | 'variable' | 'dot' | 'nil' | 'bool' | 'number' | 'character' | 'string' | 'raw'
  | 'assign' | 'declare' | 'pipe' | 'open' | 'close' | 'other'
  | 'error' | 'end'

/** A piece of a template. White space that trim markers eat belongs to none. */
export type Token = {
  readonly kind: TokenKind
  readonly range: Range
  readonly text: string
  /** What is wrong, for an `error`. */
  readonly message?: string
  readonly fault?: 'syntax' | 'unclosed'
}

/** The words that build a template's structure. */
export const KEYWORDS = ['block', 'break', 'continue', 'define', 'else', 'end', 'if', 'range', 'template', 'with'] as const

export type Keyword = (typeof KEYWORDS)[number]

const KEYWORD_SET: ReadonlySet<string> = new Set(KEYWORDS)

export function isKeyword(word: string): word is Keyword {
  return KEYWORD_SET.has(word)
}
