/** Text of a message: no longer than a line can show, and on one line. */
export function shown(text: string): string {
  const line = text.length > 200 ? text.slice(0, 200) : text
  const points = [...onOneLine(line)]
  return points.length > 40 ? `${points.slice(0, 40).join('')}…` : points.join('')
}

/** Line ends, with the white space around them, as one space each. */
function onOneLine(text: string): string {
  const lines = text.split(/[\r\n]+/)
  return lines.map((line, at) => {
    const begun = at === 0 ? line : line.trimStart()
    return at === lines.length - 1 ? begun : begun.trimEnd()
  }).join(' ')
}
