import { FileText, Info, OctagonX, TriangleAlert, WandSparkles } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import { unreachable, type Severity } from '../../core/index.ts'
import { Prose } from '../shell/parts/index.ts'
import { showProblem } from '../shell/problems.ts'
import { applyFix, useSession, type Problem } from '../state/index.ts'

type Props = {
  readonly diagnostic: Problem
  readonly line: number | null
  /** Is this row the stop of the Tab key? */
  readonly stop: boolean
  entered(): void
}

/** One problem. A click shows it everywhere, a double click goes to its text, Enter opens its fixes. */
export function ProblemRow({ diagnostic, line, stop, entered }: Props) {
  const session = useSession()
  const row = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { severity, node, message, code, fixes = [] } = diagnostic
  return (
    <li className="problem" data-testid="problem" data-severity={severity} data-code={code}>
      <button
        ref={row}
        type="button"
        className="problem-go"
        tabIndex={stop ? 0 : -1}
        aria-haspopup="menu"
        onFocus={entered}
        onClick={(event) => {
          // A press of Enter or Space is a click without a pointer.
          if (event.detail === 0) setOpen(true)
          else showProblem(session, diagnostic)
        }}
        onDoubleClick={() => showProblem(session, diagnostic, { focus: 'text' })}
      >
        <SeverityIcon severity={severity} />
        <span className="problem-where mono clip">{node ?? 'Text'}</span>
        <span className="problem-what">
          <Prose text={message} />
        </span>
        <span className="problem-code mono">{code}</span>
        <span className="problem-line">{line === null ? '' : `Ln ${line}`}</span>
      </button>
      <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
        <DropdownMenu.Trigger className={fixes.length > 0 ? 'button button-small problem-fix' : 'problem-fix-none'} tabIndex={stop && fixes.length > 0 ? 0 : -1} aria-hidden={fixes.length === 0 || undefined}>
          {fixes.length > 0 && (
            <>
              <WandSparkles className="icon icon-14" aria-hidden="true" /> Fix
            </>
          )}
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            className="menu"
            align="end"
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              // The row is gone when a fix mended it: the list keeps the keyboard.
              const next = row.current?.isConnected ? row.current : document.querySelector<HTMLElement>('.problem-go[tabindex="0"]')
              next?.focus({ preventScroll: true })
            }}
          >
            {fixes.map((fix) => (
              <DropdownMenu.Item key={fix.title} className="menu-item" onSelect={() => applyFix(session, diagnostic, fix)}>
                <WandSparkles className="icon icon-14" aria-hidden="true" />
                <span>
                  <Prose text={fix.title} />
                </span>
              </DropdownMenu.Item>
            ))}
            {fixes.length > 0 && <DropdownMenu.Separator className="menu-rule" />}
            <DropdownMenu.Item className="menu-item" onSelect={() => setTimeout(() => showProblem(session, diagnostic, { focus: 'text' }), 0)}>
              <FileText className="icon icon-14" aria-hidden="true" />
              <span>{line === null ? 'Go to the text' : `Go to line ${line}`}</span>
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </li>
  )
}

function SeverityIcon({ severity }: { readonly severity: Severity }) {
  switch (severity) {
    case 'error':
      return <OctagonX className="icon severity-error" role="img" aria-label="Error" />
    case 'warning':
      return <TriangleAlert className="icon severity-warning" role="img" aria-label="Warning" />
    case 'info':
      return <Info className="icon severity-info" role="img" aria-label="Information" />
    default:
      return unreachable(severity)
  }
}
