import type { Range } from '../text/edit.ts'
import { lex } from './lex.ts'
import { MAX_TEMPLATE_LENGTH } from './limits.ts'
import type { TokenKind } from './token.ts'

export type TemplateTokenKind = 'delimiter' | 'comment' | 'keyword' | 'function' | 'field' | 'variable' | 'string' | 'number' | 'constant' | 'operator' | 'bracket' | 'error'

/** A piece of a template that has a colour of its own. */
export type TemplateToken = { readonly kind: TemplateTokenKind; readonly range: Range }

/** The pieces of a template that are no literal text, in their order and apart from each other. */
export function templateTokens(text: string): readonly TemplateToken[] {
  if (text.length > MAX_TEMPLATE_LENGTH) return []
  const found: TemplateToken[] = []
  let behind = 0
  for (const { kind, range } of lex(text)) {
    const colour = colourOf(kind)
    // A fault that spans its whole action gives way to the pieces that it was told of before.
    if (colour === null || range.end <= behind || range.start === range.end) continue
    found.push({ kind: colour, range: { start: Math.max(range.start, behind), end: range.end } })
    behind = range.end
  }
  return found
}

function colourOf(kind: TokenKind): TemplateTokenKind | null {
  switch (kind) {
    case 'left':
    case 'right': return 'delimiter'
    case 'comment':
    case 'keyword':
    case 'field':
    case 'variable':
    case 'string':
    case 'number':
    case 'error': return kind
    case 'dot': return 'field'
    case 'identifier': return 'function'
    case 'raw': return 'string'
    case 'character': return 'number'
    case 'bool':
    case 'nil': return 'constant'
    case 'assign':
    case 'declare':
    case 'pipe':
    case 'other': return 'operator'
    case 'open':
    case 'close': return 'bracket'
    case 'text':
    case 'space':
    case 'end': return null
  }
}
