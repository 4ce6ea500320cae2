import { OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Diagnostic, NodeKind } from '../../core/index.ts'
import { KindTile } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'

type Props = {
  readonly title: ReactNode
  readonly kind?: NodeKind
  /** The title is an id. */
  readonly mono?: boolean
  readonly detail?: string
  readonly problems?: readonly Diagnostic[]
  /** At the right end. */
  readonly children?: ReactNode
}

const NONE: readonly Diagnostic[] = []

/** What the form is of, and how many problems it has. */
export function Head({ title, kind, mono = kind !== undefined, detail, problems = NONE, children }: Props) {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.filter(({ severity }) => severity === 'warning').length
  return (
    <header className="pane-head inspector-head">
      {kind && <KindTile kind={kind} small />}
      <h2 className={mono ? 'mono inspector-title' : undefined}>{title}</h2>
      {detail !== undefined && <span className="inspector-detail">{detail}</span>}
      <span className="grow" />
      <Count severity="error" count={errors} />
      <Count severity="warning" count={warnings} />
      {children}
    </header>
  )
}

function Count({ severity, count }: { readonly severity: 'error' | 'warning'; readonly count: number }) {
  const { view } = useSession()
  if (count === 0) return null
  const Icon = severity === 'error' ? OctagonX : TriangleAlert
  return (
    <button type="button" className="problem-count" data-severity={severity} onClick={() => view.dispatch({ type: 'tab', tab: 'problems' })}>
      <Icon className="icon icon-12" aria-hidden="true" />
      {count === 1 ? `1 ${severity}` : `${count} ${severity}s`}
    </button>
  )
}
