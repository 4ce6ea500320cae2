/** A text as XML: no markup of its own, none of the characters that XML has no way to write. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\p{Surrogate}|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/\p{Cc}/gu, (character) => (character === '\t' || character === '\n' ? ' ' : '\uFFFD'))
}
