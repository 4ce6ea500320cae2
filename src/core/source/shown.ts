/** Text of a message: no longer than a line can show, and on one line. */
export function shown(text: string): string {
  const line = text.length > 200 ? text.slice(0, 200) : text
  const points = [...line.replace(/\s*[\r\n]\s*/g, ' ')]
  return points.length > 40 ? `${points.slice(0, 40).join('')}…` : points.join('')
}
