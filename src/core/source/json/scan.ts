import { shown } from '../shown.ts'

/** Small questions about single places of a JSON text, without state. */

/** The offset after white space, as JSON knows it, from `at`. */
export function skipSpace(text: string, at: number): number {
  for (;;) {
    const unit = text.charCodeAt(at)
    if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) at += 1
    else return at
  }
}

/** The end of the comment that starts at `at` (`//`, `/*` or `#`), or `at` when none does. */
export function commentEnd(text: string, at: number): number {
  if (text.startsWith('/*', at)) {
    const close = text.indexOf('*/', at + 2)
    return close < 0 ? text.length : close + 2
  }
  if (!text.startsWith('//', at) && text[at] !== '#') return at
  let end = at
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1
  return end
}

/** The end of the word or number that starts at `at`: up to white space or a character with a meaning of its own. */
export function wordEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && !/[\s,:[\]{}"']/.test(text[end] ?? '') && commentEnd(text, end) === end) end += 1
  return end
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/

/** Null when the word is a number of JSON; else why it is not, and how to write it. */
export function numberFault(word: string): string | null {
  if (NUMBER.test(word)) return null
  if (word.startsWith('+')) return 'JSON has no `+` before a number. Remove it.'
  if (/^-?0[0-9]/.test(word)) return 'A JSON number cannot start with zeros. Remove them, or put it in double quotes to keep them.'
  if (/^-?0[xXoObB]/.test(word)) return 'JSON knows decimal numbers only. Write it as one, or put it in double quotes.'
  if (/^-?\./.test(word)) return 'A JSON number needs a digit before the point. Add a `0`.'
  if (/^-?[0-9]+\.(?:$|[eE])/.test(word)) return 'A JSON number needs a digit after the point. Add a `0` or remove the point.'
  if (/^-?[0-9.]+[eE][-+]?$/.test(word)) return 'The exponent of this number is missing.'
  return `\`${shown(word)}\` is not a number of JSON. Put it in double quotes if it is text.`
}
