import { match, type Match } from '../parts/match.ts'
import type { Entry, EntryGroup } from './entries.ts'

export type Found = { readonly entry: Entry; readonly marks: Match['marks'] }

export type FoundGroup = { readonly group: EntryGroup; readonly found: readonly Found[] }

const GROUPS: readonly EntryGroup[] = ['Used lately', 'Nodes', 'In the text', 'On the selection', 'Actions', 'Files']
/** So many of a group are shown. */
const MOST = 8
const ALL = 99

/** What a query asks for: `>` means actions, `@` nodes and their text. */
export function scopeOf(query: string): { readonly only: 'actions' | 'nodes' | null; readonly words: string } {
  const only = query.startsWith('>') ? 'actions' : query.startsWith('@') ? 'nodes' : null
  return { only, words: only ? query.slice(1) : query }
}

/**
 * The entries that a query finds, best first within their groups; what cannot be done now comes last in
 * its group.
 * @param hits entries for where the query stands in the text, in the order of the text.
 * @param recent ids of the actions that were used lately, the latest first.
 */
export function search(entries: readonly Entry[], query: string, hits: readonly Entry[] = [], recent: readonly string[] = []): readonly FoundGroup[] {
  const { only, words } = scopeOf(query)
  const empty = words.trim() === ''
  const scored: (Found & { readonly score: number })[] = []
  for (const entry of entries) {
    if (only === 'nodes' && entry.group !== 'Nodes') continue
    if (only === 'actions' && (entry.group === 'Nodes' || entry.group === 'Files')) continue
    const off = entry.off === undefined ? 0 : -1000
    const inLabel = match(words, entry.label)
    if (inLabel) {
      const place = empty ? recent.indexOf(entry.id) : -1
      scored.push({ entry, marks: inLabel.marks, score: inLabel.score + off - (place < 0 ? 0 : place) })
    } else if (only !== 'nodes' && entry.hint !== undefined && words.trim().length > 1 && entry.hint.toLowerCase().includes(words.trim().toLowerCase())) {
      scored.push({ entry, marks: [], score: 1 + off })
    }
  }
  return GROUPS.map((group): FoundGroup => {
    if (group === 'In the text') return { group, found: only === 'actions' ? [] : hits.slice(0, only === 'nodes' ? ALL : MOST).map((entry) => ({ entry, marks: [] })) }
    return {
      group,
      found: scored
        .filter(({ entry }) => entry.group === group)
        .sort((a, b) => b.score - a.score)
        .slice(0, (empty && group === 'Actions') || only === 'actions' ? ALL : MOST),
    }
  }).filter(({ found }) => found.length > 0)
}
