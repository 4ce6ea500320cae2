import { sortEdits } from './apply.ts'
import type { TextEdit } from './edit.ts'

/** A piece of a text in the making: a part of the first text that was kept, or new text. */
type Piece = { readonly start: number; readonly end: number } | { readonly text: string }

/**
 * One list equal to `a` then `b`: for every text long enough for `a`,
 * `applyEdits(text, composeEdits(a, b)) === applyEdits(applyEdits(text, a), b)`.
 *
 * The text itself is not needed: the text after `a` is laid out as pieces (kept or new), `b` cuts
 * them, and what lies between two kept pieces becomes one edit.
 */
export function composeEdits(a: readonly TextEdit[], b: readonly TextEdit[]): readonly TextEdit[] {
  const middle = layOut(sortEdits(a))
  const result: Piece[] = []
  let at = 0
  let index = 0
  let rest: Piece | undefined = middle[0]

  const take = (until: number, keep: boolean): void => {
    while (at < until && rest) {
      const length = lengthOf(rest)
      const wanted = Math.min(length, until - at)
      if (keep) result.push(cut(rest, 0, wanted))
      at += wanted
      rest = wanted < length ? cut(rest, wanted, length) : middle[++index]
    }
  }

  for (const { range, text } of sortEdits(b)) {
    take(range.start, true)
    if (text !== '') result.push({ text })
    take(range.end, false)
  }
  take(Infinity, true)
  return toEdits(result)
}

/** The pieces of the text after `edits`; the last is kept up to an end that is not known. */
function layOut(edits: readonly TextEdit[]): readonly Piece[] {
  const pieces: Piece[] = []
  let reached = 0
  for (const { range, text } of edits) {
    if (range.start > reached) pieces.push({ start: reached, end: range.start })
    if (text !== '') pieces.push({ text })
    reached = range.end
  }
  pieces.push({ start: reached, end: Infinity })
  return pieces
}

function toEdits(pieces: readonly Piece[]): readonly TextEdit[] {
  const edits: TextEdit[] = []
  let reached = 0
  let text = ''
  for (const piece of pieces) {
    if ('text' in piece) {
      text += piece.text
      continue
    }
    if (piece.start > reached || text !== '') edits.push({ range: { start: reached, end: piece.start }, text })
    reached = piece.end
    text = ''
  }
  return edits
}

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.end - piece.start
}

function cut(piece: Piece, from: number, to: number): Piece {
  if ('text' in piece) return { text: piece.text.slice(from, to) }
  return { start: piece.start + from, end: piece.start + to }
}
