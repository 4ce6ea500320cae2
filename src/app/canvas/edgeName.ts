import type { Strand } from './weave.ts'

/** What a screen reader calls an edge: "Edge from draft to check, need". */
export function edgeName({ edge, fromId, toId }: Pick<Strand, 'edge' | 'fromId' | 'toId'>, taken?: 'yes' | 'no'): string {
  const words = [`Edge from ${fromId} to ${toId}, ${edge.kind}`]
  if (edge.condition !== undefined) words.push(`if ${edge.condition}`)
  if (edge.budget !== undefined) words.push(`at most ${edge.budget} times`)
  if (edge.broken) words.push('leads to nowhere')
  if (taken !== undefined) words.push(taken === 'yes' ? 'taken' : 'not taken')
  return words.join(', ')
}
