import { lineEnd } from '../source/patch/lines.ts'

/** A token of text in brackets. A quoted one that is not closed ends with its line. */
export type FlowToken = {
  readonly type: '{' | '}' | '[' | ']' | ',' | ':' | 'word'
  readonly start: number
  readonly end: number
  readonly quote?: '"' | "'"
  readonly closed?: boolean
}

/** The tokens from an offset on, comments left out. Takes whatever stands there. */
export function* flowTokens(text: string, from: number, to: number, isJson: boolean): Generator<FlowToken> {
  let at = from
  while (at < to) {
    const unit = text[at]!
    if (/\s/.test(unit)) {
      at += 1
      continue
    }
    if (unit === '#' && !isJson && (at === from || /\s/.test(text[at - 1] ?? ' '))) {
      at = lineEnd(text, at)
      continue
    }
    const token = tokenAt(text, at, isJson)
    yield token
    at = token.end
  }
}

function tokenAt(text: string, start: number, isJson: boolean): FlowToken {
  const unit = text[start]!
  switch (unit) {
    case '{': case '}': case '[': case ']': case ',':
      return { type: unit, start, end: start + 1 }
    case '"': case "'":
      return quoted(text, start, unit)
    case ':':
      if (isJson || isColon(text, start)) return { type: ':', start, end: start + 1 }
  }
  let end = start + 1
  for (; end < text.length; end += 1) {
    const next = text[end]!
    if (next === '\n' || next === '\r' || ',[]{}"'.includes(next)) break
    if (isJson ? next === ':' || next === ' ' : (next === ':' && isColon(text, end)) || (next === '#' && /\s/.test(text[end - 1]!))) break
  }
  while (end > start + 1 && /\s/.test(text[end - 1]!)) end -= 1
  return { type: 'word', start, end }
}

/** In YAML a colon ends a key only before space, a bracket or a comma, or behind a quote. */
function isColon(text: string, at: number): boolean {
  return /[\s,[\]{}]/.test(text[at + 1] ?? ' ') || /["']/.test(text[at - 1] ?? '')
}

function quoted(text: string, start: number, quote: '"' | "'"): FlowToken {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text[at]!
    if (unit === '\n' || unit === '\r') return { type: 'word', start, end: at, quote, closed: false }
    if (unit === '\\' && quote === '"') at += 1
    else if (unit === quote) {
      if (quote === "'" && text[at + 1] === "'") at += 1
      else return { type: 'word', start, end: at + 1, quote, closed: true }
    }
  }
  return { type: 'word', start, end: text.length, quote, closed: false }
}

/** The text of a word, quotes and the simplest escapes taken off. */
export function wordOf(text: string, { start, end, quote, closed }: FlowToken): string {
  if (!quote) return text.slice(start, end)
  const inner = text.slice(start + 1, closed ? end - 1 : end)
  return quote === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\/])/g, '$1')
}
