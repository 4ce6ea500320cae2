import { unreachable, type Diagnostic, type RunStatus } from '../../core/index.ts'
import type { Host } from './host.ts'
import { runCounts, type RunStoreState } from './run.ts'
import type { Stores } from './stores.ts'

/** Problems are told once they have stood for a while: half-typed text is always wrong. */
const PROBLEMS_STAND = 1500

/** Tells screen readers what happens beside what they read: runs, problems, saving, undo. */
export function createAnnouncing(stores: Stores, host: Pick<Host, 'after'>): () => void {
  const stops = [runs(stores), problems(stores, host), saving(stores), undoing(stores)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** How a run goes: its beginning and end, and every node that fails. */
function runs({ run, view }: Stores): () => void {
  return run.subscribe((state, before) => {
    const { current } = state
    if (!current || current.run !== before.current?.run || current === before.current) return
    const words: string[] = []
    for (const [node, now] of mayHaveFailed(state, before) ? Object.entries(current.nodes) : []) {
      const then = before.current.nodes[node]
      // What failed only because another did is told by that one.
      if (now !== then && now.status === 'failed' && then?.status !== 'failed' && now.ran) words.push(`${node} failed: ${now.error.message}.`)
    }
    if (current.status !== before.current.status) {
      const said = sayStatus(current.status)
      if (said !== null) words.push(said)
    }
    if (words.length > 0) view.dispatch({ type: 'announce', text: words.slice(-3).join(' ') })
  })
}

/** All nodes of a run are gone through only then: it tells something with every frame. */
function mayHaveFailed(state: RunStoreState, before: RunStoreState): boolean {
  if (runCounts(state).failed !== runCounts(before).failed) return true
  const since = before.current?.seq ?? 0
  return state.events.slice(state.events.findLastIndex(({ seq }) => seq <= since) + 1).some(({ type }) => type === 'node.failed')
}

function problems({ document, view }: Stores, host: Pick<Host, 'after'>): () => void {
  let cancel = () => {}
  /** What was said last, of which file; nothing needs to be said of a new file without problems. */
  let said = { opened: -1, words: 'No problems.' }
  const unsubscribe = document.subscribe(({ projection, opened }, before) => {
    if (projection?.diagnostics === before.projection?.diagnostics) return
    cancel()
    cancel = host.after(PROBLEMS_STAND, () => {
      const words = sayProblems(document.getState().projection?.diagnostics ?? [])
      const first = said.opened !== opened && words === 'No problems.'
      if (!first && words !== said.words) view.dispatch({ type: 'announce', text: words })
      said = { opened, words }
    })
  })
  return () => {
    cancel()
    unsubscribe()
  }
}

/** `2 problems: 1 error, 1 warning. First: ...` */
export function sayProblems(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning')
  const total = errors.length + warnings.length
  const first = errors[0] ?? warnings[0]
  if (!first) return 'No problems.'
  const counts = [errors.length > 0 && count(errors.length, 'error'), warnings.length > 0 && count(warnings.length, 'warning')].filter(Boolean).join(', ')
  return `${count(total, 'problem')}: ${counts}. ${total > 1 ? 'First: ' : ''}${first.node === undefined ? '' : `${first.node}: `}${first.message}`
}

function count(n: number, word: string): string {
  return n === 1 ? `1 ${word}` : `${n} ${word}s`
}

function saving({ document, view }: Stores): () => void {
  return document.subscribe((state, before) => {
    if (before.saving && !state.saving && state.saveError === null && !state.clash && !state.dirty && state.path === before.path) view.dispatch({ type: 'announce', text: 'Saved.' })
  })
}

/** What was taken back or done again, by the name that its entry has in the history. */
function undoing({ document, view }: Stores): () => void {
  return document.subscribe(({ change, document: open, opened }, before) => {
    // Another file that comes to the front brings the changes that were made to it before.
    if (!change || change === before.change || !open || opened !== before.opened) return
    if (change.origin === 'undo') view.dispatch({ type: 'announce', text: `Undid: ${open.history.undone.at(-1)?.label ?? 'the last change'}.` })
    if (change.origin === 'redo') view.dispatch({ type: 'announce', text: `Did again: ${open.history.done.at(-1)?.label ?? 'the change'}.` })
  })
}

function sayStatus(status: RunStatus): string | null {
  switch (status) {
    case 'completed':
      return 'The run is completed.'
    case 'failed':
      return 'The run failed.'
    case 'cancelled':
      return 'The run is stopped.'
    case 'cancelling':
      return 'Stopping the run.'
    case 'interrupted':
      return 'The run was interrupted. It can be resumed.'
    case 'paused':
      return 'The run waits for an answer.'
    case 'running':
      return 'The run goes on.'
    case 'created':
      return null
    default:
      return unreachable(status)
  }
}
