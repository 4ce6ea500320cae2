import { nodeAtOffset, pathAt, positionAt, type Analysis, type GraphNode, type Range } from '../../../core/index.ts'

/** A place in the text where what was looked for stands. */
export type Hit = {
  readonly range: Range
  /** The node whose text it is in; null elsewhere and while the text does not parse. */
  readonly node: GraphNode | null
  /** What of the node, or of the file, it is in: `prompt`. */
  readonly field: string
  readonly line: number
  /** The text around it on one line. */
  readonly before: string
  readonly match: string
  readonly after: string
}

export const MOST_HITS = 200
/** So many characters are shown before and behind a hit. */
const AROUND = [28, 90] as const

/**
 * Where the words of a query stand in the text one after another, whatever space is between them. Upper
 * and lower case are the same. At most `MOST_HITS`, in the order of the text.
 * @param starts of the lines of the text.
 */
export function hitsOf(analysis: Analysis, starts: readonly number[], query: string): readonly Hit[] {
  const words = query.trim().split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const { source, view } = analysis
  const { text } = source
  const pattern = new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'), 'giu')
  const byKey = new Map<string, GraphNode>(view.nodes.map((node) => [node.key, node]))
  const hits: Hit[] = []
  for (const found of text.matchAll(pattern)) {
    const range = { start: found.index, end: found.index + found[0].length }
    const key = nodeAtOffset(analysis, range.start)
    hits.push({
      range,
      node: (key !== undefined && byKey.get(key)) || null,
      field: String(pathAt(source, range.start).findLast((step) => typeof step === 'string') ?? ''),
      line: positionAt(starts, range.start).line,
      before: flat(text.slice(Math.max(0, range.start - AROUND[0]), range.start)).trimStart(),
      match: flat(found[0]),
      after: flat(text.slice(range.end, range.end + AROUND[1])).trimEnd(),
    })
    if (hits.length === MOST_HITS) break
  }
  return hits
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** The hit after (or before) an offset; past the end it begins anew. */
export function stepFrom(hits: readonly Hit[], at: number, step: 1 | -1): { readonly hit: Hit; readonly number: number } | null {
  const index = step === 1 ? hits.findIndex(({ range }) => range.start > at) : hits.findLastIndex(({ range }) => range.start < at)
  const number = index >= 0 ? index : step === 1 ? 0 : hits.length - 1
  const hit = hits[number]
  return hit ? { hit, number: number + 1 } : null
}
