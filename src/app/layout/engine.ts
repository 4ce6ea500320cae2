import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { GraphView } from '../../core/index.ts'
import type { Direction, LayoutEngine, Positions } from '../state/index.ts'
import { byLevel } from './byLevel.ts'
import { crossingsIn } from './crossings.ts'
import { layOutWithElk, type Elk } from './elk.ts'
import { place } from './place.ts'

/** Above so many nodes a search takes longer than anybody waits. */
const MOST = 2000
/** Up to so many crossings are counted, to see which of two layouts has fewer. */
const COMPARED = 400
/** Up to so many a layout by level is quicker than starting a worker for it. */
const QUICK = 300

/** ELK, and what rejects when its worker breaks. */
type Searching = { readonly elk: Elk; readonly broken: Promise<never> }

/**
 * A file that opens is drawn by level, at once: its picture waits for nothing. *Arrange* lets ELK search,
 * in a worker that comes when it is first asked for, and takes what crosses less: a picture that cannot
 * be bettered stays as it is.
 */
export function createLayoutEngine(): LayoutEngine {
  let ticket = 0
  let loading: Promise<Searching> | null = null
  let searching = false
  let levelling: { readonly worker: Worker; readonly give: (positions: Positions | null) => void } | null = null

  function load(): Promise<Searching> {
    if (loading !== null) return loading
    // Before its interface has come: it is the larger part by far.
    const worker = new Worker(workerUrl, { name: 'layout' })
    const broken = new Promise<never>((_, reject) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        reject(new Error('The worker that lays out could not be started.'))
      })
    })
    const mine = import('elkjs/lib/elk-api.js').then(({ default: Elk }) => ({ elk: new Elk({ workerFactory: () => worker }), broken }))
    loading = mine
    // The next layout tries again.
    const forget = () => {
      if (loading === mine) loading = null
    }
    broken.catch(forget)
    mine.catch(() => {
      worker.terminate()
      forget()
    })
    return mine
  }

  /** A layout that nobody waits for any more is not waited for either: its worker is stopped. */
  function stop(): void {
    ticket += 1
    levelling?.worker.terminate()
    levelling?.give(null)
    levelling = null
    if (!searching) return
    loading?.then(({ elk }) => elk.terminateWorker(), () => {})
    loading = null
    searching = false
  }

  function level(view: GraphView, direction: Direction): Positions | Promise<Positions | null> {
    if (view.nodes.length <= QUICK) return byLevel(view, direction)
    return new Promise((resolve) => {
      const worker = new Worker(new URL('./level.worker.ts', import.meta.url), { type: 'module', name: 'levels' })
      const give = (positions: Positions | null) => {
        worker.terminate()
        if (levelling?.worker === worker) levelling = null
        resolve(positions)
      }
      levelling = { worker, give }
      worker.addEventListener('message', ({ data }: MessageEvent<Positions>) => give(data))
      // The worker did not start or broke: late is better than never.
      worker.addEventListener('error', () => give(byLevel(view, direction)))
      worker.postMessage({ view, direction })
    })
  }

  async function search(view: GraphView, direction: Direction, mine: number): Promise<Positions | null> {
    searching = true
    try {
      const { elk, broken } = await load()
      // A worker that never started answers nothing at all.
      const positions = await Promise.race([layOutWithElk(elk, view, direction), broken])
      return mine === ticket ? better(view, positions, direction) : null
    } catch {
      // A plain picture is better than none.
      return mine === ticket ? byLevel(view, direction) : null
    } finally {
      if (mine === ticket) searching = false
    }
  }

  return {
    place,
    cancel: stop,
    layOut(view, purpose, direction) {
      stop()
      const searches = purpose === 'arrange' && view.nodes.length > 0 && view.nodes.length <= MOST
      return searches ? search(view, direction, ticket) : level(view, direction)
    },
  }
}

/** What was found, or the layout by level where that is as good. */
function better(view: GraphView, found: Positions, direction: Direction): Positions {
  if (view.nodes.length > COMPARED) return found
  const level = byLevel(view, direction)
  return crossingsIn(view, found, direction) < crossingsIn(view, level, direction) ? found : level
}
