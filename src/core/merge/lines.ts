/** How a text breaks its lines; `mixed` when more than one way is used, null when there is only one line. */
export type LineBreak = '\n' | '\r\n' | '\r' | 'mixed' | null

/** The form of a text beside its lines: kept, and merged, on its own. */
export type TextForm = { readonly lineBreak: LineBreak; readonly mark: boolean }

const MARK = '\uFEFF'

export function formOf(text: string): TextForm {
  const withCr = /\r\n/.test(text)
  const bareLf = /(?<!\r)\n/.test(text)
  const bareCr = /\r(?!\n)/.test(text)
  const count = Number(withCr) + Number(bareLf) + Number(bareCr)
  const lineBreak = count > 1 ? 'mixed' : withCr ? '\r\n' : bareLf ? '\n' : bareCr ? '\r' : null
  return { lineBreak, mark: text.startsWith(MARK) }
}

/**
 * The lines of a text without their breaks and without a byte order mark: a final break makes a last,
 * empty line. Joined by the break they are the text again.
 */
export function contentLines(text: string): readonly string[] {
  return (text.startsWith(MARK) ? text.slice(1) : text).split(/\r\n|\n|\r/)
}

/** The lines of a text with their breaks; joined by nothing they are the text again. */
export function wholeLines(text: string): readonly string[] {
  const lines: string[] = []
  const breaks = /\r\n|\n|\r/g
  let from = 0
  while (breaks.exec(text) !== null) {
    lines.push(text.slice(from, breaks.lastIndex))
    from = breaks.lastIndex
  }
  lines.push(text.slice(from))
  return lines
}

/** Lines as a text of a form; of a mixed one, the lines carry their own breaks. */
export function joinLines(lines: readonly string[], { lineBreak, mark }: TextForm): string {
  return (mark && lineBreak !== 'mixed' ? MARK : '') + lines.join(lineBreak === 'mixed' ? '' : lineBreak ?? '\n')
}
