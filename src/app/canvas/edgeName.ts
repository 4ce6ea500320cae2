import { countWords, type Problems } from './problemsOf.ts'
import type { Strand } from './weave.ts'

/** What a screen reader calls an edge: "Edge from draft to check, need". */
export function edgeName({ edge, fromId, toId, ends }: Pick<Strand, 'edge' | 'fromId' | 'toId' | 'ends'>, taken?: 'yes' | 'no', count?: number, problems?: Problems): string {
  const words = [`Edge from ${fromId} to ${ends ? 'the end' : toId}, ${edge.back ? 'a way back' : edge.kind}`]
  if (edge.condition !== undefined) words.push(`if ${edge.condition}`)
  if (edge.budget !== undefined) words.push(edge.budget === 1 ? 'at most once' : `at most ${edge.budget} times`)
  if (edge.broken) words.push('leads to nowhere')
  if (problems) words.push(...countWords(problems))
  if (taken === 'yes') words.push(count === undefined || count === 1 ? 'taken' : `taken ${count} times`)
  if (taken === 'no') words.push('not taken')
  return words.join(', ')
}
