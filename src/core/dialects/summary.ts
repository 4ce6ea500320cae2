/** The first three lines that are not blank, at most 280 characters. */
export function summaryOf(text: string): string {
  const lines: string[] = []
  let rest = text.slice(0, 1000)
  while (lines.length < 3 && rest !== '') {
    const end = rest.search(/\r\n|[\n\r\u2028\u2029]/)
    const line = (end < 0 ? rest : rest.slice(0, end)).trim()
    if (line !== '') lines.push(line)
    rest = end < 0 ? '' : rest.slice(end + 1)
  }
  const summary = lines.join('\n')
  // Never half a character: a lone surrogate shows as a box.
  return summary.length <= 280 ? summary : `${summary.slice(0, 279).replace(/[\ud800-\udbff]$/, '')}…`
}
