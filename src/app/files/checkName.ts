/** What is wrong with a name for a file, in words; null when nothing is. The server has the last word. */
export function checkName(given: string, taken: ReadonlySet<string>): string | null {
  const name = given.trim()
  if (name === '') return 'Give it a name.'
  if (name.includes('\\') || [...name].some((sign) => sign < ' ') || /^[A-Za-z]:/.test(name)) return 'Use forward slashes between folders.'
  const parts = name.split('/')
  if (name.startsWith('/')) return 'Names are relative to the folder that Heddle serves: leave the first slash out.'
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'A folder is missing its name.'
  if (parts.some((part) => /^\.(git|heddle|env)/i.test(part) || part.toLowerCase() === 'node_modules')) return 'Heddle keeps out of `.git`, `.heddle`, `.env` files and `node_modules`.'
  if (!/.\.(ya?ml|json)$/i.test(parts.at(-1) ?? '')) return 'The name ends with .yaml, .yml or .json, which says the format.'
  if (taken.has(name)) return `There is a file ${name} already.`
  return null
}
