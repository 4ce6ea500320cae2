/** A line of backticks longer than any run of them in the texts: no text can close it from inside. */
export function fenceFor(texts: Iterable<string>): string {
  let longest = 2
  for (const text of texts) {
    for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  }
  return '`'.repeat(longest + 1)
}

export function fenced(text: string, fence: string): string {
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  return `${fence}\n${text}${end}${fence}`
}
