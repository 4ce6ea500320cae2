/** A line of a prompt, with the lines of a command or a text set in under it. */
export function withText(title: string, text: string): string {
  const body = text.replace(/\r\n?/g, '\n').trim()
  if (body === '') return title
  if (!body.includes('\n') && body.length <= 80) return title === '' ? body : `${title}: ${body}`
  const lines = body.split('\n').map((line) => (line === '' ? '' : `   ${line}`)).join('\n')
  return title === '' ? body : `${title}:\n${lines}`
}

export function numbered(lines: readonly string[]): string {
  return lines.map((line, at) => `${at + 1}. ${line}`).join('\n')
}

/** The parts that say something, a blank line between them. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.map((part) => part.trim()).filter((part) => part !== '').join('\n\n')
}
