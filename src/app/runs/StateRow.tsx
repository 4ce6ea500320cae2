import { ChevronRight } from 'lucide-react'
import { unreachable } from '../../core/index.ts'
import { clock, duration, firstLine, itemsWords, lastLine, StatusIcon, timeOfDay } from '../shell/parts/index.ts'
import { useSession, useView, type ShownState } from '../state/index.ts'
import { useNow } from './useNow.ts'

type Props = {
  readonly node: string
  readonly state: ShownState
  readonly testId?: string
  /** Of a row that opens: its visit is named, and whether it is open. */
  readonly opens?: { readonly visit: number; readonly isOpen: boolean; readonly toggle: () => void }
}

/** How a node, or one visit of it, fares: icon, id, time, and what it says. A click shows the node in all panes. */
export function StateRow({ node, state, testId, opens }: Props) {
  const session = useSession()
  const selected = useView((view) => view.selection.nodes.includes(node))
  const status = state.status === 'completed' && state.restored ? 'restored' : state.status
  return (
    <button
      type="button"
      className={opens ? 'run-row run-row-visit' : 'run-row'}
      {...(testId !== undefined && { 'data-testid': testId })}
      aria-current={selected || undefined}
      {...(opens && { 'aria-expanded': opens.isOpen })}
      onClick={() => {
        opens?.toggle()
        session.view.dispatch({ type: 'select', nodes: [node] })
        session.view.dispatch({ type: 'request', request: { type: 'revealNode', key: node } })
      }}
    >
      {opens && <ChevronRight className="icon icon-14 run-row-mark" data-open={opens.isOpen || undefined} aria-hidden="true" />}
      <span className="status run-row-icon" data-status={status}>
        <StatusIcon status={status} />
      </span>
      <span className="mono clip run-row-id">
        {node}
        {opens && <span className="run-row-number">#{opens.visit}</span>}
      </span>
      <span className="run-row-time">
        <StateTime state={state} />
      </span>
      <span className="clip run-row-text" data-failed={state.status === 'failed' || undefined}>
        {textOf(state)}
      </span>
      {state.status === 'completed' && state.simulated && <span className="chip">simulated</span>}
    </button>
  )
}

function StateTime({ state }: { readonly state: ShownState }) {
  const now = useNow(state.status === 'running')
  if (state.status === 'running') return <>{clock(now - Date.parse(state.started_at))}</>
  if (state.status === 'completed' || (state.status === 'failed' && state.ran)) return <>{duration(state.ms)}</>
  return null
}

function textOf(state: ShownState): string {
  const items = 'items' in state && state.items ? itemsWords(state.items) : ''
  switch (state.status) {
    case 'idle':
      return ''
    case 'queued':
      return 'Queued'
    case 'running':
      return joined(items, state.retry ? `Trying again: ${state.retry.error.message}` : lastLine(state.live))
    case 'completed':
      return joined(items, state.passed === undefined ? firstLine(state.output) : `Passed over: ${state.passed.message}`)
    case 'failed':
      return joined(items, state.error.message)
    case 'skipped':
      return state.reason
    case 'interrupted':
      return joined(items, `Interrupted at ${timeOfDay(state.since)}`)
    case 'unknown':
      return `Unknown since ${timeOfDay(state.since)}`
    default:
      return unreachable(state)
  }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}
