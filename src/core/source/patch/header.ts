import type { SourceScalar } from '../tree.ts'
import { isBlank, lineEnd, nextLine } from './lines.ts'
import type { Chomping } from './print-scalar.ts'

/** The first line of a block scalar, taken apart. Offsets are those of the text. */
export type BlockHeader = {
  /** After the indicators: where spaces and a comment may follow. */
  readonly indicators: number
  /** The end of the header's line, its comment included. */
  readonly end: number
  readonly chomping: Chomping
  /** The digit that says the indentation, when there is one. */
  readonly digit?: number
  /** The column at which the lines of the text begin; undefined when there is none. */
  readonly column?: number
}

/** Takes the header of a literal or folded scalar apart; `parent` is the column of what holds it. */
export function readHeader(text: string, node: SourceScalar, parent: number): BlockHeader {
  const { start, end: last } = node.range
  let indicators = start + 1
  let chomping: Chomping = ''
  let digit: number | undefined
  for (; indicators < last; indicators += 1) {
    const character = text[indicators] ?? ''
    if (character === '-' || character === '+') chomping = character
    else if (character >= '1' && character <= '9') digit = Number(character)
    else break
  }
  const end = lineEnd(text, indicators)
  const column = digit === undefined ? columnOfText(text, nextLine(text, end), last) : parent + digit
  return {
    indicators, end, chomping,
    ...(digit === undefined ? {} : { digit }),
    ...(column === undefined ? {} : { column }),
  }
}

/** The indentation of the first line that is not blank. */
function columnOfText(text: string, from: number, last: number): number | undefined {
  for (let at = from; at < last; at = nextLine(text, at)) {
    const end = lineEnd(text, at)
    if (isBlank(text, at, end)) continue
    let column = 0
    while (text[at + column] === ' ') column += 1
    return column
  }
  return undefined
}
