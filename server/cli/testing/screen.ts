import { graphemes, widthOfGrapheme } from '../width.ts'

/** A small terminal: knows the sequences that live progress uses, and shows what one would see. */
export function createScreen(columns: number): { write(text: string): void; lines(): readonly string[] } {
  let cells: string[][] = [[]]
  let row = 0
  let column = 0
  const at = (): string[] => (cells[row] ??= [])

  function put(grapheme: string): void {
    const width = widthOfGrapheme(grapheme)
    if (column + width > columns) {
      row += 1
      column = 0
    }
    const line = at()
    while (line.length < column) line.push(' ')
    line[column] = grapheme
    for (let extra = 1; extra < width; extra += 1) line[column + extra] = ''
    column += width
  }

  function obey(command: string, count: number): void {
    if (command === 'A') row = Math.max(0, row - count)
    else if (command === 'K') at().length = Math.min(at().length, column)
    else if (command === 'J') {
      at().length = Math.min(at().length, column)
      cells = cells.slice(0, row + 1)
    }
  }

  return {
    write(text) {
      // oxlint-disable-next-line no-control-regex -- a terminal reads these
      for (const [part, count, command] of text.matchAll(/\u001b\[\??(\d*)([A-Za-z])|[^\u001b]+/g)) {
        if (command !== undefined) {
          obey(command, Number(count === '' ? 1 : count))
          continue
        }
        for (const grapheme of graphemes(part.replaceAll('\r\n', '\n'))) {
          if (grapheme === '\n') {
            row += 1
            column = 0
            at()
          } else if (grapheme === '\r') column = 0
          else put(grapheme)
        }
      }
    },
    lines() {
      const lines = cells.map((line) => line.join('').trimEnd())
      while (lines.at(-1) === '') lines.pop()
      return lines
    },
  }
}
