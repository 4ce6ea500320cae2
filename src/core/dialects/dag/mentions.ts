import { countWord } from '../count-word.ts'
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
