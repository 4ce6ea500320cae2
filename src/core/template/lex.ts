import { shown } from '../source/shown.ts'
import { isKeyword, type Token, type TokenKind } from './token.ts'

const WORD = /[\p{L}\p{Nd}_]*/uy
const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)/y
const REST_OF_WORD = /(?:(?!\}\})[^\s()|])*/uy

/**
 * The pieces of a template in their order, `end` last. What Go's lexer refuses is an `error` piece;
 * an action that is not closed ends where the next one opens, so that what follows is still read.
 */
export function lex(text: string): readonly Token[] {
  return new Lexer(text).tokens()
}

class Lexer {
  readonly #text: string
  readonly #tokens: Token[] = []
  #at = 0
  #trimNext = false

  constructor(text: string) {
    this.#text = text
  }

  tokens(): readonly Token[] {
    while (this.#at < this.#text.length) {
      this.#literal()
      if (this.#at < this.#text.length) this.#action()
    }
    this.#add('end', this.#text.length, this.#text.length)
    return this.#tokens
  }

  /** Text up to the next action, without the white space that trim markers eat. */
  #literal(): void {
    const open = this.#text.indexOf('{{', this.#at)
    let end = open === -1 ? this.#text.length : open
    let start = this.#at
    if (this.#trimNext) while (start < end && isSpace(this.#text[start])) start += 1
    if (open !== -1 && hasLeftTrim(this.#text, open + 2)) while (end > start && isSpace(this.#text[end - 1])) end -= 1
    this.#trimNext = false
    if (end > start) this.#add('text', start, end)
    this.#at = open === -1 ? this.#text.length : open
  }

  #action(): void {
    const start = this.#at
    const isTrimmed = hasLeftTrim(this.#text, start + 2)
    const inside = start + (isTrimmed ? 3 : 2)
    if (this.#text.startsWith('/*', isTrimmed ? inside + 1 : inside)) return this.#comment(start, isTrimmed ? inside + 1 : inside)
    this.#add('left', start, inside)
    this.#at = inside
    this.#inside(start)
  }

  #comment(start: number, open: number): void {
    const close = this.#text.indexOf('*/', open + 2)
    if (close === -1) {
      this.#at = this.#text.length
      this.#fail(start, lineEnd(this.#text, start), 'This comment is not closed. End it with `*/}}`.', 'unclosed')
      return
    }
    const end = rightAt(this.#text, close + 2)
    if (end === 0) {
      const next = this.#text.indexOf('}}', close)
      this.#at = next === -1 ? this.#text.length : next + 2
      this.#fail(start, close + 2, 'After a comment only `}}` may follow, without a space: `{{/* … */}}`.', 'syntax')
      return
    }
    this.#trimNext = end > close + 4
    this.#add('comment', start, end)
  }

  #inside(action: number): void {
    const open: number[] = []
    let isFirst = true
    for (;;) {
      const at = this.#at
      const close = rightAt(this.#text, at)
      if (close > 0) {
        if (open.length > 0) this.#fail(open.at(-1)!, open.at(-1)! + 1, 'This parenthesis is not closed. Write `)` before the action ends.', 'syntax')
        this.#trimNext = close > at + 2
        this.#add('right', close - (this.#trimNext ? 3 : 2), close)
        return
      }
      if (at >= this.#text.length || this.#text.startsWith('{{', at)) return this.#unclosed(action)
      const kind = open.length === 0 && this.#text[at] === ')'
        ? this.#fail(at, at + 1, 'This `)` closes nothing. Remove it, or open a parenthesis before.', 'syntax')
        : this.#piece(isFirst)
      if (kind === 'open') open.push(at)
      if (kind === 'close') open.pop()
      if (kind !== 'space') isFirst = false
    }
  }

  #unclosed(action: number): void {
    let end = this.#at
    while (end > action + 2 && isSpace(this.#text[end - 1])) end -= 1
    this.#fail(action, end, 'This action is not closed. End it with `}}`.', 'unclosed')
    this.#add('right', this.#at, this.#at)
  }

  /** One piece inside an action. */
  #piece(isFirst: boolean): TokenKind {
    const start = this.#at
    const character = this.#text[start]!
    if (isSpace(character)) return this.#spaces(start)
    switch (character) {
      case '=': return this.#add('assign', start, start + 1)
      case '|': return this.#add('pipe', start, start + 1)
      case '(': return this.#add('open', start, start + 1)
      case ')': return this.#add('close', start, start + 1)
      case ':':
        if (this.#text[start + 1] === '=') return this.#add('declare', start, start + 2)
        return this.#fail(start, start + 1, 'A variable is declared with `:=`.', 'syntax')
      case '"': return this.#quoted(start, '"', 'string')
      case '\'': return this.#quoted(start, '\'', 'character')
      case '`': return this.#rawString(start)
      case '$': return this.#name(start, 'variable')
      case '.': return isDigit(this.#text[start + 1]) ? this.#number(start) : this.#name(start, 'field')
    }
    if (isDigit(character) || character === '+' || character === '-') return this.#number(start)
    const word = match(WORD, this.#text, start)
    if (word > start) return this.#word(start, word)
    if (character === '/' && this.#text[start + 1] === '*' && isFirst) return this.#spacedComment(start)
    const point = this.#text.codePointAt(start)!
    if (point > 0x20 && point < 0x7f) return this.#add('other', start, start + 1)
    return this.#fail(start, start + (point > 0xffff ? 2 : 1), `This character (${nameOf(point)}) has no meaning in an action. Put it into quotes or remove it.`, 'syntax')
  }

  #spaces(start: number): TokenKind {
    let end = start
    while (isSpace(this.#text[end])) end += 1
    // The last space may belong to a trim marker.
    return this.#add('space', start, this.#text.startsWith('-}}', end) && end - 1 > start ? end - 1 : end)
  }

  #spacedComment(start: number): TokenKind {
    const close = this.#text.indexOf('*/', start)
    return this.#fail(start, close === -1 ? start + 2 : close + 2, 'A comment begins right after the braces, without a space: `{{/* … */}}`.', 'syntax')
  }

  #quoted(start: number, quote: string, kind: 'string' | 'character'): TokenKind {
    let at = start + 1
    for (; at < this.#text.length && this.#text[at] !== '\n'; at += 1) {
      if (this.#text[at] === quote) return this.#add(kind, start, at + 1)
      if (this.#text[at] === '\\' && this.#text[at + 1] !== '\n') at += 1
    }
    return this.#unterminated(start, kind === 'string' ? `A text is not closed. End it with \`"\` on the same line.` : `A character is not closed. End it with \`'\`; text stands in double quotes.`)
  }

  #rawString(start: number): TokenKind {
    const close = this.#text.indexOf('`', start + 1)
    return close === -1 ? this.#unterminated(start, 'A raw text is not closed. End it with a backquote.') : this.#add('raw', start, close + 1)
  }

  /** The fault runs to the end of the action on its line, or of the line. */
  #unterminated(start: number, message: string): TokenKind {
    const end = lineEnd(this.#text, start)
    const close = this.#text.slice(start, end).indexOf('}}')
    const until = close === -1 ? end : start + close
    return this.#fail(start, until - 2 > start && rightAt(this.#text, until - 2) > 0 ? until - 2 : until, message, 'syntax')
  }

  /** `.name` or `$name`, and the bare `.` and `$`. */
  #name(start: number, kind: 'field' | 'variable'): TokenKind {
    const end = match(WORD, this.#text, start + 1)
    if (!this.#endsWord(end)) return this.#oddEnd(start, end)
    return this.#add(kind === 'field' && end === start + 1 ? 'dot' : kind, start, end)
  }

  #word(start: number, end: number): TokenKind {
    if (!this.#endsWord(end)) return this.#oddEnd(start, end)
    const word = this.#text.slice(start, end)
    if (isKeyword(word)) return this.#add('keyword', start, end)
    return this.#add(word === 'true' || word === 'false' ? 'bool' : word === 'nil' ? 'nil' : 'identifier', start, end)
  }

  #number(start: number): TokenKind {
    const end = match(NUMBER, this.#text, start)
    const rest = match(WORD, this.#text, end)
    if (rest > end || !/[0-9a-f]/i.test(this.#text.slice(start, end))) {
      const until = Math.max(rest, start + 1)
      return this.#fail(start, until, `\`${shown(this.#text.slice(start, until))}\` is not a number. A text stands in double quotes.`, 'syntax')
    }
    return this.#add('number', start, end)
  }

  /** Whether a word may end here, as Go sees it. */
  #endsWord(at: number): boolean {
    return at >= this.#text.length || isSpace(this.#text[at]) || '.,|:()'.includes(this.#text[at]!) || this.#text.startsWith('}}', at) || this.#text.startsWith('{{', at)
  }

  #oddEnd(start: number, end: number): TokenKind {
    const word = this.#text.slice(start, end)
    const until = match(REST_OF_WORD, this.#text, end)
    const whole = this.#text.slice(start, until)
    if (word.startsWith('.') && /^[\p{L}\p{Nd}_.-]+$/u.test(whole)) {
      return this.#fail(start, until, `\`${shown(whole)}\` is not a name here: \`-\` ends one. Read it with \`index . "${shown(whole.slice(1))}"\`.`, 'syntax')
    }
    const odd = this.#text.codePointAt(end)!
    return this.#fail(start, until, `\`${shown(word)}\` is followed by ${nameOf(odd)}, which cannot stand there. Write a space between them.`, 'syntax')
  }

  #fail(start: number, end: number, message: string, fault: 'syntax' | 'unclosed'): TokenKind {
    this.#tokens.push({ kind: 'error', range: { start, end }, text: this.#text.slice(start, end), message, fault })
    this.#at = Math.max(this.#at, end)
    return 'error'
  }

  #add(kind: TokenKind, start: number, end: number): TokenKind {
    this.#tokens.push({ kind, range: { start, end }, text: this.#text.slice(start, end) })
    this.#at = end
    return kind
  }
}

/** Where a closing delimiter at this place ends, its trim marker included; 0 when there is none. */
function rightAt(text: string, at: number): number {
  if (text.startsWith('}}', at)) return at + 2
  return isSpace(text[at]) && text.startsWith('-}}', at + 1) ? at + 4 : 0
}

function hasLeftTrim(text: string, at: number): boolean {
  return text[at] === '-' && isSpace(text[at + 1])
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n'
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : text[end - 1] === '\r' ? end - 1 : end
}

/** A character as it can be shown in a message. */
function nameOf(point: number): string {
  return point > 0x20 && point !== 0x7f && !(point >= 0xd800 && point <= 0xdfff) ? `\`${String.fromCodePoint(point)}\`` : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}
