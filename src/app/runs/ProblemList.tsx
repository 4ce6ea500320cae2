import { OctagonX, TriangleAlert, Info, CircleCheck, WandSparkles } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { lineStarts, nodeIndexOf, positionAt, unreachable, type Diagnostic, type Severity } from '../../core/index.ts'
import { useDocument, useSession } from '../state/index.ts'
import { Prose } from '../shell/parts/index.ts'
import './problems.css'

type Shown = 'all' | Severity

/** Every problem of the file: where, what, code, line. Enter goes there or opens the fixes. */
export function ProblemList() {
  const diagnostics = useDocument((state) => state.projection?.diagnostics) ?? NONE
  const [shown, setShown] = useState<Shown>('all')
  const list = useRef<HTMLUListElement>(null)
  const starts = useLineStarts()
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length
  const rows = diagnostics.filter(({ severity }) => shown === 'all' || severity === shown).slice(0, 500)

  function move(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.problem-go') ?? [])]
    const next = buttons[buttons.indexOf(document.activeElement as HTMLElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div className="problems" data-testid="problems">
      {diagnostics.length === 0 ? (
        <p className="problems-none status" data-status="completed">
          <CircleCheck className="icon icon-14" aria-hidden="true" /> <span>No problems.</span>
        </p>
      ) : (
        <>
          <div className="problems-filter" role="group" aria-label="Show">
            {([['all', `All ${diagnostics.length}`], ['error', `Errors ${errors}`], ['warning', `Warnings ${warnings}`]] as const).map(([value, label]) => (
              <button key={value} type="button" aria-pressed={shown === value} onClick={() => setShown(value)}>
                {label}
              </button>
            ))}
          </div>
          <ul ref={list} onKeyDown={move} aria-label="Problems">
            {rows.map((diagnostic, index) => (
              <ProblemRow key={`${diagnostic.code} ${diagnostic.path.join('/')} ${index}`} diagnostic={diagnostic} line={diagnostic.range ? positionAt(starts, diagnostic.range.start).line : null} />
            ))}
          </ul>
          <p className="problems-foot">{footOf(errors)}</p>
        </>
      )}
    </div>
  )
}

const NONE: readonly Diagnostic[] = []

function footOf(errors: number): string {
  if (errors === 0) return 'Warnings do not stop a run.'
  return `Fix the ${errors === 1 ? 'error' : `${errors} errors`} to run. Warnings do not stop a run.`
}

function useLineStarts(): readonly number[] {
  const text = useDocument((state) => state.document?.text ?? '')
  return useMemo(() => lineStarts(text), [text])
}

function ProblemRow({ diagnostic, line }: { readonly diagnostic: Diagnostic; readonly line: number | null }) {
  const session = useSession()
  const { severity, node, message, code, range, fixes } = diagnostic

  function go(focus: boolean): void {
    const key = nodeKey()
    if (key !== null) {
      session.view.dispatch({ type: 'select', nodes: [key] })
      session.view.dispatch({ type: 'request', request: { type: 'revealNode', key } })
    }
    if (range) session.view.dispatch({ type: 'request', request: { type: 'revealText', range, focus } })
  }

  function nodeKey(): string | null {
    const projection = session.document.getState().projection
    const index = projection ? nodeIndexOf(session.core.dialect(projection.dialect), diagnostic.path) : undefined
    const found = projection?.view.nodes.find((candidate) => (index === undefined ? candidate.id === node : candidate.index === index))
    return found?.key ?? null
  }

  return (
    <li className="problem" data-testid="problem" data-severity={severity} data-code={code}>
      <button type="button" className="problem-go" onClick={() => go(false)} onDoubleClick={() => go(true)}>
        <SeverityIcon severity={severity} />
        <span className="problem-where mono clip">{node ?? 'Text'}</span>
        <span className="problem-what">
          <Prose text={message} />
        </span>
        <span className="problem-code mono">{code}</span>
        <span className="problem-line">{line === null ? '' : `Ln ${line}`}</span>
      </button>
      {fixes && fixes.length > 0 ? <Fixes diagnostic={diagnostic} /> : <span />}
    </li>
  )
}

function Fixes({ diagnostic }: { readonly diagnostic: Diagnostic }) {
  const session = useSession()
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button button-small problem-fix">
        <WandSparkles className="icon icon-14" aria-hidden="true" /> Fix
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          {diagnostic.fixes?.map(({ title, edits }) => (
            <DropdownMenu.Item
              key={title}
              className="menu-item"
              onSelect={() => session.document.dispatch({ type: 'edit', edits, origin: 'problems', label: title.replaceAll('`', '') })}
            >
              <span>
                <Prose text={title} />
              </span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function SeverityIcon({ severity }: { readonly severity: Severity }) {
  switch (severity) {
    case 'error':
      return <OctagonX className="icon severity-error" aria-label="Error" />
    case 'warning':
      return <TriangleAlert className="icon severity-warning" aria-label="Warning" />
    case 'info':
      return <Info className="icon severity-info" aria-label="Information" />
    default:
      return unreachable(severity)
  }
}
