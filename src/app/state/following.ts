import type { NodeDelta, RunEvent } from '../../core/index.ts'
import type { Backend, Follower } from './backend.ts'
import type { Host } from './host.ts'
import type { LeftRun } from './run.ts'
import type { Stores } from './stores.ts'

/** Follows the server: its event stream feeds the run store, frame by frame. */
export type Following = {
  start(): void
  /** Shows a run and follows it to its end. */
  show(run: string): Promise<void>
  /** Shows the newest run of a file, if there is one. */
  showLatest(file: string): Promise<void>
  /** What is shown now, to be shown again later. */
  leave(): LeftRun
  /** Shows again what was left, and goes on from there. */
  resume(file: string, left: LeftRun): Promise<void>
  /** The server is there (again): what is on disk now, by path. */
  onConnected(listener: (files: ReadonlyMap<string, string>) => void): void
  onFileChanged(listener: (path: string, etag: string | null) => void): void
  close(): void
}

/** After so long without contact the page says so. */
const OFFLINE_AFTER = 4000
/** So many events are folded at a time, and so many milliseconds of a frame at most: the rest waits for the next. */
const PORTION = 250
const SLICE = 8
/** In a run of more nodes than these what is told is gathered for so many milliseconds: each time costs more, and nobody sees the difference. */
const MANY = 1000
const GATHERED = 100

export function createFollowing(stores: Stores, backend: Backend, host: Host): Following {
  const { document, run, view, workspace } = stores
  let follower: Follower | null = null
  let onDisk: (files: ReadonlyMap<string, string>) => void = () => {}
  let fileChanged: (path: string, etag: string | null) => void = () => {}
  let cancelOffline: (() => void) | null = null
  /** Grows with each run that is asked for. */
  let asked = 0
  let batch: (RunEvent | NodeDelta)[] = []
  /** How many changes of runs were heard of, and by run the number of the last. */
  let heard = 0
  const heardLast = new Map<string, number>()

  function enqueue(event: RunEvent | NodeDelta): void {
    batch.push(event)
    if (batch.length > 1) return
    const { current } = run.getState()
    if ((current?.plan?.nodes.length ?? 0) > MANY) host.after(GATHERED, () => host.frame(flushSome))
    else host.frame(flushSome)
  }

  /** A run that is caught up with tells very much at once: the page must not stand still for it. */
  function flushSome(): void {
    const until = host.now() + SLICE
    while (batch.length > PORTION) {
      run.dispatch({ type: 'events', events: batch.slice(0, PORTION) })
      batch = batch.slice(PORTION)
      if (host.now() >= until) return host.frame(flushSome)
    }
    flush()
  }

  function flush(): void {
    const events = batch
    batch = []
    if (events.length > 0) run.dispatch({ type: 'events', events })
  }

  async function refresh(id: string): Promise<void> {
    const answer = await backend.run(id)
    // What was queued before the snapshot is older than it or comes after it: fold it in order.
    flush()
    if (answer.ok && run.getState().current?.run === id) run.dispatch({ type: 'snapshot', state: answer.value })
  }

  async function show(id: string): Promise<void> {
    const { path } = document.getState()
    asked += 1
    const mine = asked
    const answer = await backend.run(id)
    // Another file may be shown by now, or another run have been asked for: this one is not it.
    if (mine !== asked || document.getState().path !== path) return
    if (!answer.ok) {
      view.dispatch({ type: 'toast', tone: 'error', text: answer.failure.message })
      return
    }
    run.dispatch({ type: 'snapshot', state: answer.value })
    // From the first event on: the snapshot tells the state at once, the log fills the lists.
    follower?.watch([{ run: id, after: 0 }])
  }

  async function history(file: string): Promise<readonly { readonly run: string }[]> {
    const before = heard
    const answer = await backend.runs(file)
    if (!answer.ok || document.getState().path !== file) return []
    // What was heard of a run meanwhile is newer than the answer.
    const newer = run.getState().history.filter((known) => (heardLast.get(known.run) ?? 0) > before)
    const runs = [...newer, ...answer.value.filter((told) => newer.every((known) => known.run !== told.run))]
    run.dispatch({ type: 'history', runs })
    return run.getState().history
  }

  function connected(files: readonly { readonly path: string; readonly etag: string }[]): void {
    cancelOffline?.()
    cancelOffline = null
    workspace.dispatch({ type: 'offline', on: false })
    run.dispatch({ type: 'connection', connection: 'live', at: host.date() })
    // Whoever was away starts from what is so now, not from what was heard last.
    const { current } = run.getState()
    const { path } = document.getState()
    if (current) void refresh(current.run)
    if (path !== null) void history(path)
    onDisk(new Map(files.map((file) => [file.path, file.etag])))
  }

  function lost(): void {
    if (run.getState().connection === 'offline') return
    run.dispatch({ type: 'connection', connection: 'reconnecting', at: host.date() })
    cancelOffline ??= host.after(OFFLINE_AFTER, () => {
      run.dispatch({ type: 'connection', connection: 'offline', at: host.date() })
      workspace.dispatch({ type: 'offline', on: true })
    })
  }

  return {
    start() {
      follower = backend.follow({
        connected,
        lost,
        fileChanged: (path, etag) => fileChanged(path, etag),
        runChanged(summary) {
          if (summary.file === undefined || summary.file !== document.getState().path) return
          heard += 1
          heardLast.set(summary.run, heard)
          run.dispatch({ type: 'summary', summary })
          // Started elsewhere, by another tab or the command line: show it when nothing else is going on.
          const { current } = run.getState()
          if (current?.run !== summary.run && summary.status === 'running' && (current?.ended_at !== undefined || current === null)) void show(summary.run)
        },
        scheduleNotice({ path, notice, next_run }) {
          workspace.dispatch({ type: 'scheduleNotice', path, notice, ...(next_run !== undefined && { next_run }) })
          if (path === document.getState().path) view.dispatch({ type: 'toast', text: `Schedule: ${notice.message}.` })
        },
        runEvent: enqueue,
        runStatus({ run: id, status, seq }) {
          flush()
          const { current } = run.getState()
          if (current?.run !== id) return
          if (seq > current.seq || (status !== current.status && status !== 'running')) void refresh(id)
          else run.dispatch({ type: 'status', run: id, status })
        },
        runUnknown(id) {
          if (run.getState().current?.run === id) run.dispatch({ type: 'clear' })
        },
      })
    },
    show,
    async showLatest(file) {
      const [latest] = await history(file)
      if (latest) await show(latest.run)
    },
    leave() {
      asked += 1
      flush()
      const { current, events, history: runs } = run.getState()
      return { current, events, history: runs }
    },
    async resume(file, left) {
      run.dispatch({ type: 'restore', left })
      const { current } = left
      if (current) follower?.watch([{ run: current.run, after: left.events.at(-1)?.seq ?? 0 }])
      const [latest] = await history(file)
      if (document.getState().path !== file) return
      if (latest && latest.run !== current?.run && (current === null || current.ended_at !== undefined)) await show(latest.run)
      else if (current) await refresh(current.run)
    },
    onConnected(listener) {
      onDisk = listener
    },
    onFileChanged(listener) {
      fileChanged = listener
    },
    close() {
      cancelOffline?.()
      follower?.close()
    },
  }
}
