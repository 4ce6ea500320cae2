import { diffLists } from './diff.ts'

/** Lines without a blank one between them, which fold into one line of the text, and the blank lines before them. */
type Paragraph = { readonly blanks: number; readonly lines: readonly string[] }

/**
 * The lines that fold into `text`, made from those that a folded text has now: lines that still say
 * the same stay, what is new is put on a line of its own however long it is. `text` has no line end
 * at its end. Null when folding cannot give it: folded lines begin without space.
 */
export function foldLines(old: readonly string[], text: string): readonly string[] | null {
  const wanted: { blanks: number; line: string }[] = []
  let blanks = -1
  for (const line of text.split('\n')) {
    blanks += 1
    if (line === '') continue
    if (/^[ \t]/.test(line)) return null
    wanted.push({ blanks, line })
    blanks = 0
  }
  if (wanted.length === 0) return null
  const written = paragraphsOf(old)
  if (written.some(({ lines }) => lines.some((line) => /^[ \t]/.test(line)))) return null
  const lines = refill(written.map((paragraph) => paragraph.lines), wanted.map(({ line }) => line))
  return lines.flatMap((paragraph, index) => [...Array<string>(wanted[index]?.blanks ?? 0).fill(''), ...paragraph])
}

function paragraphsOf(lines: readonly string[]): readonly Paragraph[] {
  const paragraphs: { blanks: number; lines: string[] }[] = []
  let blanks = 0
  let isOpen = false
  for (const line of lines) {
    if (line === '') {
      blanks += 1
      isOpen = false
    } else if (isOpen) paragraphs.at(-1)?.lines.push(line)
    else {
      paragraphs.push({ blanks, lines: [line] })
      blanks = 0
      isOpen = true
    }
  }
  return paragraphs
}

/** The lines of each wanted paragraph: those of the old one that it equals or stands for. */
function refill(old: readonly (readonly string[])[], wanted: readonly string[]): readonly (readonly string[])[] {
  const result: (readonly string[])[] = []
  let at = 0
  for (const { from, to, newFrom, newTo } of diffLists(old.map((lines) => lines.join(' ')), wanted, (a, b) => a === b)) {
    result.push(...old.slice(at, from))
    for (let index = newFrom; index < newTo; index += 1) {
      const before = from + index - newFrom < to ? old[from + index - newFrom] : undefined
      result.push(refit(before ?? [], wanted[index] ?? ''))
    }
    at = to
  }
  return [...result, ...old.slice(at)]
}

/** Keeps the lines at the start and end that the paragraph still has, and puts what is between on one line. */
function refit(lines: readonly string[], paragraph: string): readonly string[] {
  let head = 0
  let from = 0
  while (head < lines.length && paragraph.startsWith(`${lines[head] ?? ''} `, from)) {
    from += (lines[head] ?? '').length + 1
    head += 1
  }
  let tail = lines.length
  let to = paragraph.length
  while (tail > head && paragraph.slice(from, to).endsWith(` ${lines[tail - 1] ?? ''}`)) {
    to -= (lines[tail - 1] ?? '').length + 1
    tail -= 1
  }
  const middle = paragraph.slice(from, to)
  // A line that begins with space would not fold.
  if (middle === '' || /^[ \t]/.test(middle) || /[ \t]$/.test(middle)) return [paragraph]
  return [...lines.slice(0, head), middle, ...lines.slice(tail)]
}
