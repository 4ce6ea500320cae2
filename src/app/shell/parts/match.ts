/** Where the letters of a query stand in a text, and how good that is; null when they do not. */
export type Match = { readonly score: number; readonly marks: readonly { readonly start: number; readonly end: number }[] }

/**
 * Finds a query as it stands, best at the beginning of a word, else its letters in order. Upper and
 * lower case are the same. An empty query matches everything.
 */
export function match(query: string, text: string): Match | null {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return { score: 0, marks: [] }
  const given = text.toLowerCase()
  const at = given.indexOf(wanted)
  if (at >= 0) {
    const beginning = at === 0 ? 3 : /[\s_\-./]/.test(given[at - 1] ?? '') ? 2 : 1
    return { score: 100 * beginning - at - given.length / 100, marks: [{ start: at, end: at + wanted.length }] }
  }
  const marks: { start: number; end: number }[] = []
  let from = 0
  for (const letter of wanted) {
    if (letter === ' ') continue
    const found = given.indexOf(letter, from)
    if (found < 0) return null
    const last = marks.at(-1)
    if (last?.end === found) marks[marks.length - 1] = { start: last.start, end: found + letter.length }
    else marks.push({ start: found, end: found + letter.length })
    from = found + letter.length
  }
  // Letters far apart are found by chance.
  const spread = marks.at(-1)!.end - marks[0]!.start
  return spread > wanted.length * 4 ? null : { score: 20 - spread / 10 - marks.length, marks }
}
