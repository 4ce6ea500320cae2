import type { Json } from '../../../core/index.ts'

/** The first line of an output that says something. */
export function firstLine(output: Json): string {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return text.slice(0, 2000).split('\n').find((line) => line.trim() !== '')?.trim().slice(0, 300) ?? ''
}

/** The last line so far that says something. */
export function lastLine(text: string): string {
  return text.slice(-400).split('\n').findLast((line) => line.trim() !== '')?.trim() ?? ''
}
