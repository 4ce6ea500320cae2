import { CST, Lexer, Parser } from 'yaml'
import type { Range } from '../../text/edit.ts'
import { MAX_DEPTH } from '../limits.ts'

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
 * because depth must be known before anything recursive meets the tokens.
 */
export function readTokens(text: string): YamlTokens {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  const comments: Range[] = []
  const depth = depthGauge()
  let offset = 0
  let isScalar = false
  for (const lexeme of new Lexer().lex(text)) {
    const isMark: boolean = !isScalar && (lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR)
    if (!isScalar && lexeme.startsWith('#')) comments.push({ start: offset, end: offset + lexeme.length })
    if (isMark && lexeme === CST.FLOW_END) depth.leaveFlow()
    if (!isMark && depth.after(lexeme, isScalar) > MAX_DEPTH) return { tokens: [], comments, tooDeep: offset }
    for (const token of parser.next(lexeme)) tokens.push(token)
    if (!isMark) offset += lexeme.length
    isScalar = isMark && lexeme === CST.SCALAR
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens, comments, tooDeep: null }
}

/**
 * Measures how deep the tokens so far nest: brackets that are open, and the columns at which block
 * structure started and that the current line has not come back to. An upper bound, one step a lexeme.
 */
function depthGauge() {
  const columns: number[] = []
  let brackets = 0
  let column = 0
  let isLineStart = true

  const see = (lexeme: string, isScalar: boolean): void => {
    const first = isScalar ? 'x' : (lexeme[0] ?? '')
    if (first === '\n' || first === '\r') {
      column = 0
      isLineStart = true
      return
    }
    if (first !== ' ' && first !== '\t' && first !== '#') {
      const isIndicator = first !== 'x' && (lexeme === '-' || lexeme === '?' || lexeme === ':')
      if (brackets === 0 && (isLineStart || isIndicator)) {
        while ((columns.at(-1) ?? -1) >= column) columns.pop()
        columns.push(column)
      }
      isLineStart = isIndicator
      if (first === '[' || first === '{') brackets += 1
      else if ((first === ']' || first === '}') && brackets > 0) brackets -= 1
    }
    const lineEnd = lexeme.lastIndexOf('\n')
    column = lineEnd < 0 ? column + lexeme.length : lexeme.length - lineEnd - 1
    // A block scalar's text ends with its line end; any other that holds one ends within a line.
    if (lineEnd >= 0) isLineStart = column === 0
  }

  return {
    after(lexeme: string, isScalar: boolean): number {
      see(lexeme, isScalar)
      return columns.length + brackets
    },
    /** The library gives up all open brackets at once. */
    leaveFlow(): void {
      brackets = 0
    },
  }
}
