import type { Json } from '../../src/core/index.ts'
import { detachJson } from './json.ts'

/**
 * What a result is to the nodes that read it: a text that is JSON is the value that it stands for, any
 * other text and every other value is itself. A whole number that a double cannot hold stays the text
 * of its digits.
 */
export function outputOf(result: Json): Json {
  if (typeof result !== 'string') return result
  try {
    // As safe from changes as any other value, and as bounded.
    const value = detachJson(JSON.parse(keepDigits(result)))
    return value.ok ? value.value : result
  } catch {
    return result
  }
}

/** Strings, then numbers: digits inside a string are no number. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function keepDigits(text: string): string {
  if (!/\d{16}/.test(text)) return text
  return text.replace(TOKENS, (token) => (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token))
}
