import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { GraphView } from '../../core/index.ts'
import type { Direction, LayoutEngine, Positions } from '../state/index.ts'
import { byLevel } from './byLevel.ts'
import { layOutWithElk, type Elk } from './elk.ts'
import { place } from './place.ts'

/** Above so many nodes a search takes longer than anybody waits. */
const MOST = 2000
/** Above so many a file that is opened is drawn at once, without a search. */
const AT_ONCE = 400
/** Up to so many a layout by level takes less than a frame, and needs no worker. */
const QUICK = 300

/** ELK, and what rejects when its worker breaks. */
type Searching = { readonly elk: Elk; readonly broken: Promise<never> }

/** Lays out in workers; that of ELK is started at once: it is large, and the first file waits for it. */
export function createLayoutEngine(): LayoutEngine {
  let ticket = 0
  let loading: Promise<Searching> | null = null
  let searching = false
  let levelling: { readonly worker: Worker; readonly give: (positions: Positions | null) => void } | null = null

  function load(): Promise<Searching> {
    if (loading !== null) return loading
    // Before its interface has come: it is the larger part by far, and the first file waits for it.
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

  function level(view: GraphView, direction: Direction): Promise<Positions | null> {
    if (view.nodes.length <= QUICK) return Promise.resolve(byLevel(view, direction))
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
      return mine === ticket ? positions : null
    } catch {
      // A plain picture is better than none.
      return mine === ticket ? byLevel(view, direction) : null
    } finally {
      if (mine === ticket) searching = false
    }
  }

  // Whoever lays out meets the failure.
  load().catch(() => {})

  return {
    place,
    cancel: stop,
    layOut(view, purpose, direction) {
      stop()
      const most = purpose === 'open' ? AT_ONCE : MOST
      return view.nodes.length > most || view.nodes.length === 0 ? level(view, direction) : search(view, direction, ticket)
    },
  }
}
