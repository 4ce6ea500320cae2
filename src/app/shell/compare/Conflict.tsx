import { Check, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { markWords, type Choice, type MergePiece } from '../../../core/index.ts'
import { Button } from '../parts/index.ts'
import { LazyRows } from './Lazy.tsx'
import { Line } from './Line.tsx'

type Props = {
  readonly piece: Extract<MergePiece, { kind: 'conflict' }>
  readonly index: number
  readonly of: number
  readonly node: string | null
  /** What stood before both is known. */
  readonly hasBase: boolean
  readonly choice: Choice | null
  readonly onChoose: (choice: Choice) => void
}

/** Two changes of one place: all versions, and what is taken of them. */
export function Conflict({ piece, index, of, node, hasBase, choice, onChoose }: Props) {
  const { base, mine, theirs } = piece
  const marks = useMemo(() => markWords(mine, theirs), [mine, theirs])
  const pick = (take: Choice, label: string) => (
    <Button small look="line" aria-pressed={choice === take} onClick={() => onChoose(take)}>
      {choice === take && <Check className="icon icon-14" aria-hidden="true" />}
      {label}
    </Button>
  )
  return (
    <section className="cmp-conflict" data-change={index} data-testid="conflict" data-decided={choice !== null} tabIndex={-1} aria-label={`Conflict ${index + 1} of ${of}${node === null ? '' : `, in ${node}`}: ${choice === null ? 'not decided yet' : 'decided'}`}>
      <div className="cmp-conflict-head">
        {choice === null && <TriangleAlert className="icon icon-14" aria-hidden="true" />}
        <b>Conflict {index + 1} of {of}</b>
        {node !== null && <span className="mono">{node}</span>}
        <span className="grow" />
        <span role="group" aria-label={`What to take of conflict ${index + 1}`} style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6 }}>
          {pick('mine', mine.length === 0 ? 'Take mine (nothing)' : 'Take mine')}
          {pick('theirs', theirs.length === 0 ? 'Take theirs (nothing)' : 'Take theirs')}
          {mine.length > 0 && theirs.length > 0 && pick('both', 'Both')}
          {hasBase && pick('base', base.length === 0 ? 'Neither' : 'Keep what was there')}
        </span>
      </div>
      <LazyRows count={Math.max(base.length, mine.length, theirs.length)}>
        {(row) => (
          <div className={hasBase ? 'cmp-row cmp-three' : 'cmp-row'} key={row}>
            <Line text={mine[row] ?? null} tone="mine" marks={marks.left[row] ?? []} />
            {hasBase && <Line text={base[row] ?? null} tone="faint" />}
            <Line text={theirs[row] ?? null} tone="theirs" marks={marks.right[row] ?? []} />
          </div>
        )}
      </LazyRows>
    </section>
  )
}
