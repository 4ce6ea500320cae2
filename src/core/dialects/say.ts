import { visibly } from './invisible.ts'

/** A user's word in a message. */
export function shown(word: string): string {
  return `\`${visibly(word)}\``
}

/** A guess at what was meant, to stand behind a message; nothing without one. */
export function didYouMean(word: string | null): string {
  return word === null ? '' : ` Did you mean ${shown(word)}?`
}

/** `a`, `b` or `c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.map(shown).join('') : `${words.slice(0, -1).map(shown).join(', ')} or ${shown(words.at(-1)!)}`
}
