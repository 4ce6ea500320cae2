import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { LayoutEngine } from '../state/index.ts'
import { byLevel } from './byLevel.ts'
import { layOutWithElk, type Elk } from './elk.ts'
import { place } from './place.ts'

/** Above so many nodes a search takes longer than anybody waits. */
const MOST = 2000
/** Above so many a file that is opened is drawn at once, without a search. */
const AT_ONCE = 400

/** Lays out in a worker, started at once: it is large, and the first file waits for it. */
export function createLayoutEngine(): LayoutEngine {
  let ticket = 0
  let loading: Promise<Elk> | null = null
  let busy = false

  function load(): Promise<Elk> {
    loading ??= import('elkjs/lib/elk-api.js').then(({ default: Elk }) => new Elk({ workerFactory: () => new Worker(workerUrl, { name: 'layout' }) }))
    return loading
  }

  /** A layout that nobody waits for any more is not waited for either: its worker is stopped. */
  function stop(): void {
    ticket += 1
    if (!busy) return
    void loading?.then((elk) => elk.terminateWorker())
    loading = null
    busy = false
  }

  // Whoever lays out meets the failure.
  load().catch(() => {})

  return {
    place,
    cancel: stop,
    async layOut(view, purpose, direction) {
      stop()
      const mine = ticket
      if (view.nodes.length > (purpose === 'open' ? AT_ONCE : MOST) || view.nodes.length === 0) return byLevel(view, direction)
      busy = true
      try {
        const positions = await layOutWithElk(await load(), view, direction)
        return mine === ticket ? positions : null
      } catch {
        // The worker did not start or broke: a plain picture is better than none.
        return mine === ticket ? byLevel(view, direction) : null
      } finally {
        if (mine === ticket) busy = false
      }
    },
  }
}
