import { unreachable, type RunStatus } from '../../core/index.ts'
import type { Stores } from './stores.ts'

/** Tells screen readers how a run goes: its beginning and end, and every node that fails. */
export function createAnnouncing({ run, view }: Stores): () => void {
  return run.subscribe((state, before) => {
    const { current } = state
    if (!current || current.run !== before.current?.run || current === before.current) return
    const words: string[] = []
    for (const [node, now] of Object.entries(current.nodes)) {
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
    case 'created':
    case 'running':
      return null
    default:
      return unreachable(status)
  }
}
