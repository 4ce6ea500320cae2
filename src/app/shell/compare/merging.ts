import { analyse, checkMerge, compareGraphs, mergeTexts, mergeUnrelated, nodeAtOffset, openDocument, placesOfConflicts, type Analysis, type Diagnostic, type Format, type Merge } from '../../../core/index.ts'
import type { Clash } from '../../state/index.ts'
import { summaryOf } from './words.ts'

/** Longer texts are compared by their lines alone: reading all versions as graphs would hold up the page. */
const LONGEST = 1_000_000

export type Merging = {
  readonly merge: Merge
  /** The node that each conflict is in, where there is one. */
  readonly nodes: readonly (string | null)[]
  /** What either side did to the graph; null where it is not known. */
  readonly mine: readonly string[] | null
  readonly theirs: readonly string[] | null
}

export function mergingOf(mine: string, { base, theirs }: Pick<Clash, 'base' | 'theirs'>, format: Format): Merging {
  const small = mine.length <= LONGEST && theirs.length <= LONGEST
  if (base === null) {
    const merge = mergeUnrelated(mine, theirs)
    return { merge, nodes: small ? nodesOf(merge, format) : merge.pieces.map(() => null), mine: null, theirs: null }
  }
  const merge = mergeTexts(base, mine, theirs, small ? format : undefined)
  if (!small) return { merge, nodes: merge.pieces.map(() => null), mine: null, theirs: null }
  return { merge, nodes: nodesOf(merge, format), mine: changeOf(base, mine, format), theirs: changeOf(base, theirs, format) }
}

/** The errors of the text as it would be, that neither side had. */
export function problemsOf(text: string, mine: string, theirs: string, format: Format): readonly Diagnostic[] {
  return text.length > LONGEST ? [] : checkMerge(text, mine, theirs, format)
}

/** What became of the graph from one text to another, in words; null where that is not known. */
export function changeOf(before: string, after: string, format: Format): readonly string[] | null {
  if (before.length > LONGEST || after.length > LONGEST) return null
  const change = compareGraphs(read(before, format), read(after, format))
  return change === null ? null : summaryOf(change)
}

function nodesOf(merge: Merge, format: Format): readonly (string | null)[] {
  const analysis = read(merge.text, format)
  return placesOfConflicts(merge).map((offset) => {
    const key = nodeAtOffset(analysis, offset) ?? nodeAtOffset(analysis, offset + leading(merge.text, offset))
    return analysis.view.nodes.find((node) => node.key === key)?.id ?? null
  })
}

/** A conflict that begins with a comment or a blank line is in the node below. */
function leading(text: string, offset: number): number {
  return /^(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*[ \t]*/.exec(text.slice(offset, offset + 4000))![0].length
}

function read(text: string, format: Format): Analysis {
  return analyse(openDocument({ text, format }))
}
