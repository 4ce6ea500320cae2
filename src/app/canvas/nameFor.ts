/** A file name for a text that came without one: JSON by its first character, YAML otherwise. */
export function nameFor(text: string, stem: string): string {
  return `${stem}.${text.trimStart().startsWith('{') ? 'json' : 'yaml'}`
}
