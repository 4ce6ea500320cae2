/** A line without the spaces and tabs at its ends. A pattern that looks for those at the end begins anew at each run within. */
export function trimBlanks(line: string): string {
  let start = 0
  while (isBlank(line, start)) start += 1
  return trimBlankEnd(line.slice(start))
}

/** A line without the spaces and tabs at its end. */
export function trimBlankEnd(line: string): string {
  let end = line.length
  while (isBlank(line, end - 1)) end -= 1
  return line.slice(0, end)
}

function isBlank(line: string, at: number): boolean {
  return line[at] === ' ' || line[at] === '\t'
}
