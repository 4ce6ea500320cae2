import { keysOf } from './keys.ts'
import type { DagReading } from './read.ts'
import { sameId } from '../same-id.ts'

/** A text that mentions an id in passing. Texts of a `dag` are literal, so a rename leaves them for a person to look at. */
export type Mention = { readonly node: string; readonly field: 'prompt' | 'output_format'; readonly count: number }

/** The prompts and output formats that hold an id as a word of its own, in file order. `node` is a key. */
export function mentions(reading: DagReading, id: string): readonly Mention[] {
  const word = sameId(id.trim())
  if (word === '') return []
  const { keys } = keysOf(reading.model)
  const found: Mention[] = []
  for (const [index, node] of reading.model.nodes.entries()) {
    for (const field of ['prompt', 'output_format'] as const) {
      const count = countWord(sameId(node[field] ?? ''), word)
      if (count > 0) found.push({ node: keys[index]!, field, count })
    }
  }
  return found
}

function countWord(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!clings(text[at - 1], word[0]) && !clings(text[at + word.length], word.at(-1))) count += 1
  }
  return count
}

/** Do two neighbours belong to one word? Scripts written without spaces have no borders between words. */
function clings(outer: string | undefined, inner: string | undefined): boolean {
  const isWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_-]/u
  return outer !== undefined && inner !== undefined && isWord.test(outer) && isWord.test(inner)
}
