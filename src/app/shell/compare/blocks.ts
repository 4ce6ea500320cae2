import { diffLines, formOf, markWords, contentLines, wholeLines, type Range } from '../../../core/index.ts'

/** Lines of one side, from a place of it on (counted from 0), with the words that differ. */
export type Side = { readonly at: number; readonly lines: readonly string[]; readonly marks: readonly (readonly Range[])[] }

export type Block =
  | { readonly kind: 'same'; readonly left: number; readonly right: number; readonly lines: readonly string[] }
  | { readonly kind: 'change'; readonly index: number; readonly left: Side; readonly right: Side }

export type Change = Extract<Block, { kind: 'change' }>

/** The lines of both texts as they are compared: with their ends only where either mixes several kinds. */
export function linesOf(left: string, right: string): { readonly left: readonly string[]; readonly right: readonly string[]; readonly mixed: boolean } {
  const mixed = formOf(left).lineBreak === 'mixed' || formOf(right).lineBreak === 'mixed'
  const lines = mixed ? wholeLines : contentLines
  return { left: lines(left), right: lines(right), mixed }
}

/** Two texts as stretches that are the same and stretches that differ. */
export function blocksOf(left: string, right: string): readonly Block[] {
  const { left: a, right: b } = linesOf(left, right)
  const blocks: Block[] = []
  let [at, newAt, index] = [0, 0, 0]
  const same = (to: number) => {
    if (to > at) blocks.push({ kind: 'same', left: at, right: newAt, lines: a.slice(at, to) })
  }
  for (const { from, to, newFrom, newTo } of diffLines(a, b)) {
    same(from)
    const [gone, come] = [a.slice(from, to), b.slice(newFrom, newTo)]
    const marks = markWords(gone, come)
    blocks.push({ kind: 'change', index, left: { at: from, lines: gone, marks: marks.left }, right: { at: newFrom, lines: come, marks: marks.right } })
    at = to
    newAt = newTo
    index += 1
  }
  same(a.length)
  return blocks
}

export function changesOf(blocks: readonly Block[]): readonly Change[] {
  return blocks.filter((block) => block.kind === 'change')
}

/** A line as runs of text, those that are marked and those that are not. */
export function runsOf(line: string, marks: readonly Range[]): readonly { readonly text: string; readonly marked: boolean }[] {
  const runs: { text: string; marked: boolean }[] = []
  let at = 0
  for (const { start, end } of marks) {
    if (start > at) runs.push({ text: line.slice(at, start), marked: false })
    runs.push({ text: line.slice(start, end), marked: true })
    at = end
  }
  if (at < line.length) runs.push({ text: line.slice(at), marked: false })
  return runs
}
