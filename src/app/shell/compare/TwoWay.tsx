import { ArrowDown, ArrowUp, Undo2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../parts/index.ts'
import { blocksOf, changesOf, type Block, type Change } from './blocks.ts'
import { LazyRows } from './Lazy.tsx'
import { Line } from './Line.tsx'
import { Same } from './Same.tsx'
import type { Steps } from './useSteps.ts'
import { useSteps } from './useSteps.ts'
import { lineSpan } from './words.ts'

type Props = {
  readonly left: { readonly name: string; readonly text: string }
  readonly right: { readonly name: string; readonly text: string }
  readonly summary: readonly string[] | null
  /** Why a change cannot be reverted; null when it can. */
  readonly off: string | null
  readonly onRevert: (change: Change) => void
}

type Mode = 'sides' | 'inline'

/** Two texts, change by change, side by side or one under the other; each change can be taken back. */
export function TwoWay({ left, right, summary, off, onRevert }: Props) {
  const blocks = useMemo(() => blocksOf(left.text, right.text), [left.text, right.text])
  const changes = useMemo(() => changesOf(blocks), [blocks])
  const [mode, setMode] = useState<Mode>(() => (window.innerWidth < 900 ? 'inline' : 'sides'))
  const body = useRef<HTMLDivElement>(null)
  const steps = useSteps(body)
  const gone = changes.reduce((sum, change) => sum + change.left.lines.length, 0)
  const come = changes.reduce((sum, change) => sum + change.right.lines.length, 0)
  return (
    <div className="cmp">
      <div className="cmp-bar">
        <span className="cmp-figures">
          {changes.length === 0 ? 'No line differs' : changes.length === 1 ? '1 change' : `${changes.length} changes`}
          {changes.length > 0 && (
            <>
              <span className="cmp-come">+{come}</span>
              <span className="cmp-gone">−{gone}</span>
            </>
          )}
        </span>
        {summary && summary.length > 0 && <span className="cmp-summary" data-testid="graph-change">{summary.join('; ')}</span>}
        <span className="grow" />
        <StepButtons steps={steps} what="change" off={changes.length === 0 ? 'No line differs.' : null} />
        <span className="cmp-modes" role="group" aria-label="View">
          <Button small aria-pressed={mode === 'sides'} onClick={() => setMode('sides')}>Side by side</Button>
          <Button small aria-pressed={mode === 'inline'} onClick={() => setMode('inline')}>Inline</Button>
        </span>
      </div>
      {changes.length === 0 ? (
        <p className="cmp-nothing">{left.text === right.text ? 'Both texts are the same.' : 'The lines are the same. Only line ends or the byte order mark differ.'}</p>
      ) : (
        <div className="cmp-body" ref={body} data-mode={mode} tabIndex={0} role="region" aria-label="Both texts">
          {mode === 'sides' && (
            <div className="cmp-row cmp-names">
              <span>{left.name}</span>
              <span>{right.name}</span>
            </div>
          )}
          {blocks.map((block, at) => (
            <BlockRows key={keyOf(block)} block={block} mode={mode} first={at === 0} last={at === blocks.length - 1} of={changes.length} off={off} onRevert={onRevert} />
          ))}
        </div>
      )}
    </div>
  )
}

export function StepButtons({ steps, what, off }: { readonly steps: Steps; readonly what: string; readonly off: string | null }) {
  return (
    <>
      <Button small icon label={`Previous ${what}`} keys={['Shift', 'F7']} off={off} onClick={() => steps.go(-1)}>
        <ArrowUp className="icon" />
      </Button>
      <Button small icon label={`Next ${what}`} keys={['F7']} off={off} onClick={() => steps.go(1)}>
        <ArrowDown className="icon" />
      </Button>
    </>
  )
}

function keyOf(block: Block): string {
  return block.kind === 'same' ? `same ${block.left} ${block.right}` : `change ${block.left.at} ${block.right.at}`
}

type BlockProps = { readonly block: Block; readonly mode: Mode; readonly first: boolean; readonly last: boolean; readonly of: number; readonly off: string | null; readonly onRevert: (change: Change) => void }

function BlockRows({ block, mode, first, last, of, off, onRevert }: BlockProps) {
  if (block.kind === 'same') {
    return (
      <Same
        count={block.lines.length}
        first={first}
        last={last}
        row={(index) => {
          const text = block.lines[index]!
          return mode === 'sides' ? (
            <div className="cmp-row" key={index}>
              <Line number={block.left + index} sign=" " text={text} />
              <Line number={block.right + index} sign=" " text={text} />
            </div>
          ) : (
            <div className="cmp-row" key={index}>
              <Line number={block.right + index} sign=" " text={text} />
            </div>
          )
        }}
      />
    )
  }
  const { left, right, index } = block
  const place = right.lines.length > 0 ? lineSpan(right.at, right.lines.length) : lineSpan(right.at, 0)
  return (
    <section className="cmp-change" data-change={index} data-testid="change" tabIndex={-1} aria-label={`Change ${index + 1} of ${of}, ${place}: ${left.lines.length} lines before, ${right.lines.length} now`}>
      <div className="cmp-tools">
        <Button small look="line" aria-label={`Revert change ${index + 1}, ${place}`} off={off} onClick={() => onRevert(block)}>
          <Undo2 className="icon icon-14" aria-hidden="true" />
          Revert this change
        </Button>
      </div>
      {mode === 'sides' ? (
        <LazyRows count={Math.max(left.lines.length, right.lines.length)}>
          {(row) => (
            <div className="cmp-row" key={row}>
              <Line number={left.at + row} sign="−" tone="gone" text={left.lines[row] ?? null} marks={left.marks[row] ?? []} />
              <Line number={right.at + row} sign="+" tone="come" text={right.lines[row] ?? null} marks={right.marks[row] ?? []} />
            </div>
          )}
        </LazyRows>
      ) : (
        <>
          <LazyRows count={left.lines.length}>
            {(row) => (
              <div className="cmp-row" key={row}>
                <Line number={null} sign="−" tone="gone" text={left.lines[row]!} marks={left.marks[row]!} />
              </div>
            )}
          </LazyRows>
          <LazyRows count={right.lines.length}>
            {(row) => (
              <div className="cmp-row" key={row}>
                <Line number={right.at + row} sign="+" tone="come" text={right.lines[row]!} marks={right.marks[row]!} />
              </div>
            )}
          </LazyRows>
        </>
      )}
    </section>
  )
}
