import { useEffect, useState } from 'react'
import { unreachable, type RunError } from '../../core/index.ts'
import { clock, duration, firstLine, itemsWords, lastLine, StatusIcon, timeOfDay, type ShownStatus } from '../shell/parts/index.ts'
import type { ShownState } from '../state/index.ts'

/** The status that a node shows. */
export function statusOf(state: ShownState): ShownStatus {
  return state.status === 'completed' && state.restored ? 'restored' : state.status
}

/** How a node fares in a run: icon, word or time, and the last of its output. `short` is the icon alone. */
export function StatusLine({ state, short }: { readonly state: ShownState; readonly short?: boolean }) {
  const status = statusOf(state)
  if (status === 'idle') return null
  const { word, more } = wordsOf(state)
  return (
    <div className={short ? 'card-status card-status-short status' : 'card-status status'} data-status={status}>
      <StatusIcon status={status} />
      {short ? (
        <span className="unseen">{word}</span>
      ) : (
        <>
          <span className="card-status-word">{state.status === 'running' ? <Elapsed since={state.started_at} /> : word}</span>
          {more !== '' && <span className="card-status-more clip">{more}</span>}
        </>
      )}
    </div>
  )
}

function wordsOf(state: ShownState): { readonly word: string; readonly more: string } {
  switch (state.status) {
    case 'idle':
      return { word: '', more: '' }
    case 'queued':
      return { word: 'Queued', more: '' }
    case 'running':
      return state.retry
        ? { word: 'Running', more: `try ${state.retry.attempt + 1}: ${state.retry.error.message}` }
        : { word: 'Running', more: [state.items && itemsWords(state.items), lastLine(state.live)].filter(Boolean).join(' · ') }
    case 'completed': {
      const output = state.items && state.items.failed > 0 ? itemsWords(state.items) : firstLine(state.output)
      const said = state.simulated ? `simulated: ${output}` : output
      return { word: state.restored ? 'Restored' : duration(state.ms), more: said }
    }
    case 'failed':
      return { word: 'Failed', more: causeOf(state.error) }
    case 'skipped':
      return { word: 'Skipped', more: state.reason }
    case 'interrupted':
      return { word: 'Interrupted', more: `at ${timeOfDay(state.since)}` }
    case 'unknown':
      return { word: 'Unknown', more: `since ${timeOfDay(state.since)}` }
    default:
      return unreachable(state)
  }
}

/** The cause in a few words: the whole message stands in the inspector and in the list. */
function causeOf({ kind, message }: RunError): string {
  switch (kind) {
    case 'dependency':
      return message.replace(/^dependency "(.*)" failed$/s, 'needs $1, which failed')
    case 'timeout':
      return 'timed out'
    case 'cancelled':
      return 'stopped'
    case 'missing-key':
      return 'no key for the model'
    case 'unreachable':
      return 'the model does not answer'
    case 'refused':
      return 'refused by the model'
    case 'rate-limited':
      return 'rate limited'
    case 'invalid-output':
      return 'the answer is incomplete'
    case 'rejected':
      return 'not approved'
    case 'unknown-outcome':
      return 'timed out; it may have been done'
    case 'unknown-tool':
      return 'no such tool'
    case 'unknown-agent':
      return 'no such agent'
    case 'template':
    case 'invalid-input':
    case 'tool':
    case 'too-many-executions':
    case 'error':
      // Which server it was stands in the whole message; here there is room for what it said.
      return message.replace(/^https?:\/\/\S+ /, '')
    default:
      return unreachable(kind)
  }
}

function Elapsed({ since }: { readonly since: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <>{clock(now - Date.parse(since))}</>
}
