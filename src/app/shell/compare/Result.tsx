import { CircleX } from 'lucide-react'
import { useMemo } from 'react'
import { takenOf, type Choice, type Diagnostic, type Merge } from '../../../core/index.ts'
import { Prose } from '../parts/index.ts'
import { LazyRows } from './Lazy.tsx'
import { Line } from './Line.tsx'

type Row = { readonly text: string; readonly who: string; readonly tone: 'mine' | 'theirs' | 'faint' | 'none' }

/** The text as it would be, with who wrote what, and what is wrong with it that was wrong in neither. */
export function Result({ merge, choices, problems }: { readonly merge: Merge; readonly choices: readonly (Choice | null)[]; readonly problems: readonly Diagnostic[] }) {
  const rows = useMemo(() => rowsOf(merge, choices), [merge, choices])
  return (
    <section className="cmp-result" aria-label="Merged text">
      <h3>
        Merged text
        {merge.by === 'nodes' && <span>nodes and fields were matched by name</span>}
      </h3>
      {problems.length > 0 && (
        <ul className="cmp-problems" data-testid="merge-problems">
          {problems.slice(0, 10).map(({ code, node, message }, at) => (
            <li key={at}>
              <CircleX className="icon icon-14" aria-label="Error" />
              <span>
                {node && <span className="mono">{node} </span>}
                <Prose text={message} /> <span className="mono">{code}</span>
              </span>
            </li>
          ))}
          {problems.length > 10 && <li>and {problems.length - 10} more</li>}
        </ul>
      )}
      <div className="cmp-lines" tabIndex={0} role="region" aria-label="Lines of the merged text" data-testid="merged-text">
        <LazyRows count={rows.length}>
          {(at) => {
            const { text, who, tone } = rows[at]!
            return (
              <div key={at} style={{ display: 'flex' }}>
                <span className="cmp-who">{who}</span>
                <div className="grow">
                  <Line number={at} text={text} tone={tone} />
                </div>
              </div>
            )
          }}
        </LazyRows>
      </div>
    </section>
  )
}

function rowsOf({ pieces }: Merge, choices: readonly (Choice | null)[]): readonly Row[] {
  const rows: Row[] = []
  const add = (lines: readonly string[], who: string, tone: Row['tone']) => {
    for (const text of lines) rows.push({ text, who, tone })
  }
  let conflict = 0
  for (const piece of pieces) {
    if (piece.kind === 'same') add(piece.lines, '', 'none')
    else if (piece.kind !== 'conflict') add(piece.lines, piece.kind, piece.kind === 'both' ? 'none' : piece.kind)
    else {
      const choice = choices[conflict] ?? null
      conflict += 1
      if (choice === null) add(piece.mine, 'open', 'faint')
      else for (const { of, lines } of takenOf(piece, choice)) add(lines, of === 'base' ? 'before' : of, of === 'mine' || of === 'theirs' ? of : 'none')
    }
  }
  return rows
}
