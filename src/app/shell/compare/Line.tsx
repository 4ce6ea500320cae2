import type { Range } from '../../../core/index.ts'
import { runsOf } from './blocks.ts'

type Props = {
  /** Counted from 0; null where nothing stands. */
  readonly number?: number | null
  readonly sign?: '−' | '+' | ' '
  readonly tone?: 'gone' | 'come' | 'mine' | 'theirs' | 'faint' | 'none'
  readonly text: string | null
  readonly marks?: readonly Range[]
}

const NO_MARKS: readonly Range[] = []

/** One line of one version: its number, a sign, and its text with the words that differ. */
export function Line({ number, sign, tone = 'none', text, marks = NO_MARKS }: Props) {
  if (text === null) return <div className="cmp-line" data-tone="nothing" aria-hidden="true" />
  const shown = text.replace(/[\r\n]+$/, '')
  const body = runsOf(shown, marks).map((run, at) => (run.marked ? <mark key={at}>{run.text}</mark> : run.text))
  return (
    <div className="cmp-line" data-tone={tone}>
      {number !== undefined && <span className="cmp-number">{number === null ? '' : number + 1}</span>}
      {sign !== undefined && <span className="cmp-sign" aria-hidden="true">{sign}</span>}
      <span className="cmp-text">{tone === 'gone' ? <del>{body}</del> : tone === 'come' ? <ins>{body}</ins> : body}</span>
    </div>
  )
}
