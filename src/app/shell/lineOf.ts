/** The line, from 1, on which an offset lies. LF, CRLF and a lone CR end a line. */
export function lineOf(text: string, offset: number): number {
  let line = 1
  for (let i = 0; i < offset && i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) line += 1
  }
  return line
}
