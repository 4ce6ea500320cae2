import { useSession } from '../state/index.ts'
import { showProblemOf } from './showProblemOf.ts'
import { countWords, toneOf, type Problems } from './problemsOf.ts'
import { ToneCount } from './ToneCount.tsx'
import type { Strand } from './weave.ts'

type Props = { readonly strand: Strand; readonly problems: Problems; readonly x: number; readonly y: number; readonly selected: boolean; readonly point: (key: string | null) => void }

/** That something is wrong with an edge, on the edge: how grave it is and how much. A click shows it in all panes. */
export function EdgeBadge({ strand, problems, x, y, selected, point }: Props) {
  const session = useSession()
  const tone = toneOf(problems)
  if (tone === undefined) return null
  const { key } = strand.edge
  return (
    <button
      type="button"
      className="thread-badge nodrag nopan"
      data-testid={`edge-problem-${strand.fromId}-${strand.toId}`}
      title={problems.messages}
      aria-label={`${countWords(problems).join(', ')} on the edge from ${strand.fromId} to ${strand.ends ? 'the end' : strand.toId}: ${problems.messages}`}
      // Tab goes through nodes; whoever selects an edge by keyboard comes to what is wrong with it.
      tabIndex={selected ? 0 : -1}
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
      onPointerEnter={() => point(key)}
      onPointerLeave={() => point(null)}
      onClick={() => showProblemOf(session, key)}
    >
      <ToneCount tone={tone} problems={problems} />
    </button>
  )
}
