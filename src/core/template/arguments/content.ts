import { lex } from '../lex.ts'
import type { Token } from '../token.ts'

/** What a template says as pieces: texts that stand for themselves, and all else as it is written. */
type Piece = { readonly isText: boolean; readonly text: string }

/**
 * What a text in quotes says, as it is typed into a form: without quotes and escapes, its actions as they
 * are. Null for what is no text in quotes, and for one that could not be typed so.
 */
export function contentOf(value: string): string | null {
  const pieces = quotedPieces(value)
  if (!pieces) return null
  const content = pieces.map(({ text }) => text).join('')
  const again = quoteContent(content)
  return again !== null && sameText(quotedPieces(again), pieces) ? content : null
}

/** A text with actions in it, in quotes and with the escapes of JSON. Null where an action is broken. */
export function quoteContent(content: string): string | null {
  const pieces = piecesOf(content, lex(content))
  return pieces && `"${pieces.map(({ isText, text }) => (isText ? JSON.stringify(text).slice(1, -1) : text)).join('')}"`
}

/** Is all of it one action? */
export function isOneAction(text: string): boolean {
  const tokens = lex(text)
  const pieces = piecesOf(text, tokens)
  const count = tokens.filter(({ kind }) => kind === 'left').length
  return count === 1 && pieces !== null && pieces.every(({ isText }) => !isText) && text.startsWith('{{') && text.endsWith('}}')
}

export function hasAction(text: string): boolean {
  return text.includes('{{')
}

/**
 * The pieces of a template. White space that trim markers eat is kept where it can stand in quotes as it is,
 * and left out elsewhere: nobody would see it.
 */
function piecesOf(text: string, tokens: readonly Token[]): readonly Piece[] | null {
  const pieces: Piece[] = []
  let reached = 0
  for (const { kind, range } of tokens) {
    if (kind === 'error') return null
    const eaten = text.slice(reached, range.start)
    if (eaten !== '' && !/[^ ]/.test(eaten)) pieces.push({ isText: false, text: eaten })
    reached = range.end
    const isText = kind === 'text'
    const last = pieces.at(-1)
    const piece = text.slice(range.start, range.end)
    if (piece === '') continue
    if (last && last.isText === isText) pieces[pieces.length - 1] = { isText, text: last.text + piece }
    else pieces.push({ isText, text: piece })
  }
  return pieces
}

/** The pieces of a text in quotes, without them and without escapes; null when it is none. */
function quotedPieces(value: string): readonly Piece[] | null {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return null
  const written = piecesOf(value, lex(value))
  if (!written?.[0]?.isText || !written.at(-1)?.isText) return null
  const bare = written.map((piece, at) => ({ ...piece, text: piece.text.slice(at === 0 ? 1 : 0, at === written.length - 1 ? -1 : undefined) }))
  const read: Piece[] = []
  for (const { isText, text } of bare) {
    const said = isText ? unescape(text) : text
    if (said === null) return null
    if (said !== '') read.push({ isText, text: said })
  }
  return read
}

function unescape(text: string): string | null {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return null
  }
}

function sameText(left: readonly Piece[] | null, right: readonly Piece[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
