import type { Entry } from './entries.ts'
import { match, type Match } from '../parts/match.ts'

export type Found = { readonly entry: Entry; readonly marks: Match['marks'] }

const GROUPS: readonly Entry['group'][] = ['Nodes', 'On the selection', 'Actions', 'Files']
/** So many of a group are shown. */
const MOST = 8

/** The entries that a query finds, best first within their groups. `>` means actions, `@` nodes. */
export function search(entries: readonly Entry[], query: string): readonly { readonly group: Entry['group']; readonly found: readonly Found[] }[] {
  const only = query.startsWith('>') ? 'actions' : query.startsWith('@') ? 'nodes' : null
  const words = only ? query.slice(1) : query
  const scored: (Found & { readonly score: number })[] = []
  for (const entry of entries) {
    if (only === 'nodes' && entry.group !== 'Nodes') continue
    if (only === 'actions' && entry.group !== 'Actions' && entry.group !== 'On the selection') continue
    const inLabel = match(words, entry.label)
    if (inLabel) scored.push({ entry, marks: inLabel.marks, score: inLabel.score })
    else if (entry.group === 'Nodes' && words.trim().length > 1 && entry.hint?.toLowerCase().includes(words.trim().toLowerCase())) scored.push({ entry, marks: [], score: 1 })
  }
  return GROUPS.map((group) => ({
    group,
    found: scored
      .filter(({ entry }) => entry.group === group)
      .sort((a, b) => b.score - a.score)
      .slice(0, words.trim() === '' ? (group === 'Actions' ? 99 : MOST) : MOST),
  })).filter(({ found }) => found.length > 0)
}
