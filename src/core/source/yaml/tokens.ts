import { CST, Lexer, Parser } from 'yaml'
import type { Range } from '../../text/edit.ts'
import { MAX_DEPTH, MAX_PROBLEMS } from '../limits.ts'

/** A text cut into the tokens of YAML, before any meaning is given to them. */
export type YamlTokens = {
  readonly tokens: readonly CST.Token[]
  readonly comments: readonly Range[]
  /** Where nesting passed the limit; reading stopped there. */
  readonly tooDeep: number | null
}

/**
 * Reads the tokens of a YAML text. The loop over the library's lexemes stands here, and not in the
 * library, because it sees each comment once, in order, wherever the library files it later, and
 * because it can stop where nesting passes the limit: what comes after is recursive.
 *
 * `outer` is how many maps and lists stand around the text.
 */
export function readTokens(text: string, outer = 0): YamlTokens {
  const parser = new Parser()
  const open = openTokens(parser)
  const tokens: CST.Token[] = []
  const comments: Range[] = []
  let offset = 0
  let errors = 0
  let isScalar = false
  for (const lexeme of new Lexer().lex(text)) {
    const isMark: boolean = !isScalar && (lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR)
    if (!isScalar && lexeme.startsWith('#')) comments.push({ start: offset, end: offset + lexeme.length })
    for (const token of parser.next(lexeme)) {
      tokens.push(token)
      if (token.type === 'error') errors += 1
    }
    if (errors > MAX_PROBLEMS) break
    // The document itself is open too, and often the scalar at hand.
    if (open.length + outer > MAX_DEPTH + 2) return { tokens: [], comments, tooDeep: offset }
    if (!isMark) offset += lexeme.length
    isScalar = isMark && lexeme === CST.SCALAR
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens, comments, tooDeep: null }
}

/**
 * The parser's own stack of what is open. It is private to the library, but no reckoning from outside
 * comes near it: `a: b: c` on every line of a text nests one level deeper each time.
 */
function openTokens(parser: Parser): readonly unknown[] {
  const stack: unknown = Reflect.get(parser, 'stack')
  if (!Array.isArray(stack)) throw new Error('the yaml library no longer shows what its parser holds open')
  return stack
}
