import type { Engine, RunStore, RunSummary } from '../engine/ports.ts'

/** Tells of runs that were started or changed their status, whichever process works on them. */
export type RunWatch = {
  /** Resolves when changes from now on are told. */
  subscribe(onChange: (summary: RunSummary) => void): Promise<() => void>
  close(): void
}

/** `gather`: appends so close together are looked at once. `every`: a look without cause, for owners that died. */
export type RunWatchPace = { readonly gather: number; readonly every: number }

const RECENT = 200

export function createRunWatch(engine: Engine, watchStore: RunStore['watch'], pace: RunWatchPace = { gather: 100, every: 5_000 }): RunWatch {
  const subscribers = new Set<(summary: RunSummary) => void>()
  const touched = new Set<string>()
  let statuses = new Map<string, RunSummary['status']>()
  let gathering: NodeJS.Timeout | null = null
  let stop: (() => void) | null = null
  let ready: Promise<void> = Promise.resolve()

  async function recent(): Promise<readonly RunSummary[]> {
    const listed = await engine.list({ limit: RECENT })
    const known = new Set(listed.map(({ run }) => run))
    const older = [...touched].filter((run) => !known.has(run))
    touched.clear()
    const states = await Promise.all(older.map((run) => engine.state(run)))
    return [...listed, ...states.flatMap((state) => (state === null ? [] : [summaryOf(state)]))]
  }

  async function look(): Promise<void> {
    const before = statuses
    const now = await recent()
    statuses = new Map(now.map(({ run, status }) => [run, status]))
    for (const summary of now) {
      if (before.get(summary.run) === summary.status) continue
      for (const subscriber of subscribers) subscriber(summary)
    }
  }

  function lookSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = null
      // A store that cannot be read just now is looked at again at the next change.
      look().catch(() => undefined)
    }, pace.gather)
  }

  function start(): void {
    const unwatch = watchStore(null, (run, change) => {
      if (change === 'inbox') return
      touched.add(run)
      lookSoon()
    })
    const timer = setInterval(lookSoon, pace.every).unref()
    stop = () => {
      unwatch()
      clearInterval(timer)
      if (gathering !== null) clearTimeout(gathering)
      gathering = null
      stop = null
    }
    ready = recent().then((now) => {
      statuses = new Map(now.map(({ run, status }) => [run, status]))
    })
  }

  return {
    async subscribe(onChange) {
      if (stop === null) start()
      await ready
      subscribers.add(onChange)
      return () => {
        subscribers.delete(onChange)
        if (subscribers.size === 0) stop?.()
      }
    },
    close() {
      stop?.()
      subscribers.clear()
    },
  }
}

function summaryOf(state: NonNullable<Awaited<ReturnType<Engine['state']>>>): RunSummary {
  const { run, workflow, file, status, created_at, ended_at, usage } = state
  return { run, workflow, status, created_at, usage, ...(file !== undefined && { file }), ...(ended_at !== undefined && { ended_at }) }
}
