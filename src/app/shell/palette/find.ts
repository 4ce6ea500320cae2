import { lineStarts } from '../../../core/index.ts'
import { showInPanes, type Session } from '../../state/index.ts'
import { hitsOf, stepFrom, type Hit } from './hits.ts'

/** Selects the node of a hit, brings it into sight, and puts the caret on the hit in the text. */
export function goToHit({ view }: Session, query: string, { node, range }: Hit): void {
  view.dispatch({ type: 'search', query, at: range.start })
  showInPanes(view, { key: node?.key ?? null, range, focus: 'text' })
}

/** Goes on to the next hit of the last search, or back. */
export function goOn(session: Session, step: 1 | -1): void {
  const { document, view } = session
  const { search } = view.getState()
  const analysis = document.analysis()
  if (!search || !analysis) return
  const hits = hitsOf(analysis, lineStarts(analysis.source.text), search.query)
  const next = stepFrom(hits, search.at, step)
  if (!next) return view.dispatch({ type: 'announce', text: `${search.query} stands nowhere in the file any more.` })
  goToHit(session, search.query, next.hit)
  view.dispatch({ type: 'announce', text: `${next.number} of ${hits.length}: ${next.hit.node?.id ?? 'the file'}, line ${next.hit.line}.` })
}
