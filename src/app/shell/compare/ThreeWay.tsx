import { useMemo, useRef, useState } from 'react'
import { settle, type Choice, type Format, type MergePiece } from '../../../core/index.ts'
import type { Clash, Resolution } from '../../state/index.ts'
import { Button } from '../parts/index.ts'
import { Conflict } from './Conflict.tsx'
import { LazyRows } from './Lazy.tsx'
import { Line } from './Line.tsx'
import { mergingOf, problemsOf, type Merging } from './merging.ts'
import { Result } from './Result.tsx'
import { Same } from './Same.tsx'
import { StepButtons } from './TwoWay.tsx'
import { useSteps } from './useSteps.ts'

type Props = {
  readonly mine: string
  readonly clash: Clash
  readonly format: Format
  readonly onResolve: (resolution: Resolution) => void
}

/** Two texts that grew from one: what each did, what both did to one place, and the text made of both. */
export function ThreeWay({ mine, clash, format, onResolve }: Props) {
  const { base, theirs } = clash
  const merging = useMemo(() => mergingOf(mine, { base, theirs }, format), [mine, base, theirs, format])
  const { merge } = merging
  const [choices, setChoices] = useState<readonly (Choice | null)[]>(() => Array.from({ length: merge.conflicts }, () => null))
  const text = useMemo(() => settle(merge, choices), [merge, choices])
  const problems = useMemo(() => problemsOf(text, mine, theirs, format), [text, mine, theirs, format])
  const body = useRef<HTMLDivElement>(null)
  const steps = useSteps(body)
  const open = merge.conflicts - choices.filter((choice) => choice !== null).length
  const off = open === 0 ? null : open === 1 ? 'One conflict is not decided yet.' : `${open} conflicts are not decided yet.`
  const choose = (index: number, choice: Choice) => setChoices((before) => before.with(index, choice))
  const chooseAll = (choice: Choice) => setChoices((before) => before.map((each) => each ?? choice))
  return (
    <div className="cmp">
      <div className="cmp-bar">
        <span className="cmp-figures" data-testid="conflicts" data-open={open}>{conflictWords(merge.conflicts, open)}</span>
        <Summary merging={merging} />
        <span className="grow" />
        <StepButtons steps={steps} what="conflict" off={merge.conflicts === 0 ? 'There is no conflict.' : null} />
      </div>
      <div className="cmp-versions" ref={body} tabIndex={0} role="region" aria-label="All versions">
        <div className={base === null ? 'cmp-row cmp-names' : 'cmp-row cmp-three cmp-names'}>
          <span>Mine, in the editor</span>
          {base !== null && <span>What both began with</span>}
          <span>{clash.found === 'in another tab' ? 'Theirs, in another tab' : 'Theirs, on disk'}</span>
        </div>
        <Pieces merging={merging} hasBase={base !== null} choices={choices} onChoose={choose} />
      </div>
      <Result merge={merge} choices={choices} problems={problems} />
      <div className="sheet-foot">
        <Button look="line" onClick={() => onResolve({ take: 'theirs' })}>Take theirs whole</Button>
        <Button look="line" onClick={() => onResolve({ take: 'mine' })}>Keep mine whole</Button>
        {open > 1 && (
          <>
            <Button onClick={() => chooseAll('mine')}>Mine for the rest</Button>
            <Button onClick={() => chooseAll('theirs')}>Theirs for the rest</Button>
          </>
        )}
        <span className="grow" />
        <span className="cmp-state" role="status">
          {off ?? (problems.length > 0 ? `Nothing is open, but the text has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`} that neither side had.` : 'Nothing is open.')}
        </span>
        <Button look="primary" off={off} data-testid="use-merged" onClick={() => onResolve({ take: 'merged', text })}>Use the merged text</Button>
      </div>
    </div>
  )
}

function conflictWords(all: number, open: number): string {
  if (all === 0) return 'No conflict: both can be kept'
  if (open === 0) return all === 1 ? '1 conflict, decided' : `${all} conflicts, all decided`
  return `${all - open} of ${all} ${all === 1 ? 'conflict' : 'conflicts'} decided`
}

function Summary({ merging: { mine, theirs } }: { readonly merging: Merging }) {
  const words = [
    ...(mine && mine.length > 0 ? [`Mine: ${mine.join('; ')}.`] : []),
    ...(theirs && theirs.length > 0 ? [`Theirs: ${theirs.join('; ')}.`] : []),
  ]
  return words.length === 0 ? null : <span className="cmp-summary" data-testid="graph-change">{words.join(' ')}</span>
}

type PiecesProps = {
  readonly merging: Merging
  readonly hasBase: boolean
  readonly choices: readonly (Choice | null)[]
  readonly onChoose: (index: number, choice: Choice) => void
}

function Pieces({ merging: { merge, nodes }, hasBase, choices, onChoose }: PiecesProps) {
  const { pieces } = merge
  const conflicts = useMemo(() => new Map(pieces.filter(({ kind }) => kind === 'conflict').map((piece, index) => [piece, index])), [pieces])
  return pieces.map((piece, at) => {
    const conflict = conflicts.get(piece) ?? -1
    if (piece.kind === 'conflict') {
      return <Conflict key={at} piece={piece} index={conflict} of={merge.conflicts} node={nodes[conflict] ?? null} hasBase={hasBase} choice={choices[conflict] ?? null} onChoose={(choice) => onChoose(conflict, choice)} />
    }
    if (piece.kind === 'same') {
      return (
        <Same
          key={at}
          count={piece.lines.length}
          first={at === 0}
          last={at === pieces.length - 1}
          row={(row) => <Row key={row} hasBase={hasBase} mine={piece.lines[row]!} base={piece.lines[row]!} theirs={piece.lines[row]!} />}
        />
      )
    }
    return <ChangedPiece key={at} piece={piece} hasBase={hasBase} />
  })
}

function ChangedPiece({ piece, hasBase }: { readonly piece: Extract<MergePiece, { kind: 'mine' | 'theirs' | 'both' }>; readonly hasBase: boolean }) {
  const { kind, lines, base } = piece
  return (
    <LazyRows count={Math.max(lines.length, base.length)}>
      {(row) => (
        <Row
          key={row}
          hasBase={hasBase}
          mine={(kind === 'theirs' ? base : lines)[row] ?? null}
          base={base[row] ?? null}
          theirs={(kind === 'mine' ? base : lines)[row] ?? null}
          changed={kind}
        />
      )}
    </LazyRows>
  )
}

type RowProps = { readonly hasBase: boolean; readonly mine: string | null; readonly base: string | null; readonly theirs: string | null; readonly changed?: 'mine' | 'theirs' | 'both' }

function Row({ hasBase, mine, base, theirs, changed }: RowProps) {
  return (
    <div className={hasBase ? 'cmp-row cmp-three' : 'cmp-row'}>
      <Line text={mine} tone={changed === 'mine' || changed === 'both' ? 'mine' : 'none'} />
      {hasBase && <Line text={base} tone="faint" />}
      <Line text={theirs} tone={changed === 'theirs' || changed === 'both' ? 'theirs' : 'none'} />
    </div>
  )
}
