import type { Format } from '../source/tree.ts'
import type { Place } from './place.ts'
import { placeInBlock } from './place-block.ts'
import { placeInFlow } from './place-flow.ts'

/** The place of an offset; null in comments, in texts that go on over lines, and where nothing can be told. */
export function placeAt(text: string, format: Format, offset: number): Place | null {
  const start = /^\uFEFF?\s*/.exec(text)![0].length
  if (format === 'json') return offset <= start && text.slice(start).trim() === '' ? null : placeInFlow(text, start, offset, [], 'json')
  // A whole file in braces is JSON, or near it: there are no lines to go by.
  if (text[start] === '{' && offset > start) return placeInFlow(text, start, offset, [], 'flow')
  return placeInBlock(text, offset)
}
