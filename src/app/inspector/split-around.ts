export type SplitPart = { readonly part: string; readonly found: boolean }

/** Splits a text around every place where one of the phrases stands. */
export function splitAround(text: string, phrases: readonly string[]): readonly SplitPart[] {
  const parts: SplitPart[] = []
  let from = 0
  while (from < text.length) {
    let at = -1
    let phrase = ''
    for (const each of phrases) {
      const found = each === '' ? -1 : text.indexOf(each, from)
      if (found >= 0 && (at < 0 || found < at)) {
        at = found
        phrase = each
      }
    }
    if (at < 0) break
    if (at > from) parts.push({ part: text.slice(from, at), found: false })
    parts.push({ part: phrase, found: true })
    from = at + phrase.length
  }
  if (from < text.length) parts.push({ part: text.slice(from), found: false })
  return parts
}
