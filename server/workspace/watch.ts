import { setTimeout as sleep } from 'node:timers/promises'
import { contain } from './contain.ts'
import type { Listing } from './listing.ts'
import { readBytes } from './read.ts'
import { signatureOf, walk, type Walk } from './walk.ts'

/** `client` names the page that made the change through this server; absent: another program did. */
export type FileChange = { readonly path: string; readonly etag: string | null; readonly client?: string }

export type Watch = {
  /** Calls back for each change, until the function that is given back is called. Resolves when changes from now on are seen. */
  subscribe(onChange: (change: FileChange) => void): Promise<() => void>
  /** What is on disk as far as is known; current to within a moment while somebody is subscribed. */
  known(): ReadonlyMap<string, string>
  /** A file was opened, in this version: it is watched even when no list shows it. */
  opened(path: string, etag: string): void
  /** About to be written, by ourselves: not news when it is seen. */
  expect(path: string, etag: string | null): void
  /** Was written by ourselves, for the page `client`. */
  tell(change: FileChange): void
  close(): void
}

/** Milliseconds between two looks, until a file counts as written, and between two looks at a folder that is slow. */
export type WatchPace = { readonly every: number; readonly settle: number; readonly slowest?: number }

/** Files that were opened and are in no list: the most recent ones are looked at. */
const MAX_OPENED = 200

/**
 * Watches by looking: the system's own notices get lost on network and container mounts and do not
 * reach into folders on every system, and a look at some hundred files costs a few milliseconds.
 * Nothing runs while nobody is subscribed.
 */
export function createWatch(root: string, listing: Listing, pace: WatchPace = { every: 400, settle: 100 }): Watch {
  const subscribers = new Set<(change: FileChange) => void>()
  const opened = new Map<string, { signature: string | null; etag: string | null }>()
  const own = new Map<string, string | null>()
  let known = new Map<string, string>()
  let last: Walk | null = null
  let stop: AbortController | null = null
  let first: Promise<void> = Promise.resolve()

  function emit(change: FileChange): void {
    for (const subscriber of subscribers) subscriber(change)
  }

  async function look(): Promise<Map<string, string>> {
    let walked = await walk(root)
    // A file in the middle of being written, or replaced, is not news until it rests.
    for (let round = 0; last !== null && round < 5 && !isSame(walked, last); round++) {
      await sleep(pace.settle)
      const again = await walk(root)
      const rests = isSame(again, walked)
      walked = again
      if (rests) break
    }
    last = walked
    const { files } = await listing.refresh(walked)
    const seen = new Map(files.map(({ path, etag }) => [path, etag]))
    for (const path of opened.keys()) {
      if (seen.has(path)) continue
      const etag = await etagNow(path)
      if (etag !== null) seen.set(path, etag)
    }
    return seen
  }

  async function etagNow(path: string): Promise<string | null> {
    const before = opened.get(path)
    const contained = await contain(root, path)
    if (!contained.ok || !contained.value.exists) return null
    const signature = await signatureOf(contained.value.target)
    if (before && before.signature === signature) return before.etag
    const read = await readBytes(contained.value.target, path)
    const etag = read.ok ? read.value.etag : null
    opened.set(path, { signature, etag })
    return etag
  }

  function compare(seen: Map<string, string>): void {
    const before = known
    known = seen
    for (const path of new Set([...before.keys(), ...seen.keys()])) {
      const etag = seen.get(path) ?? null
      if ((before.get(path) ?? null) === etag) continue
      if (own.has(path) && own.get(path) === etag) continue
      own.delete(path)
      emit({ path, etag })
    }
  }

  async function loop(signal: AbortSignal): Promise<void> {
    let pause = pace.every
    for (;;) {
      try {
        await sleep(pause, undefined, { signal, ref: false })
      } catch {
        return
      }
      const started = performance.now()
      const seen = await look()
      if (signal.aborted) return
      compare(seen)
      // A folder that is slow to look at is looked at less often, so that it costs a tenth of a core at most.
      pause = Math.max(pace.every, Math.min(pace.slowest ?? 30_000, (performance.now() - started) * 10 - pace.settle * 10))
    }
  }

  function start(): void {
    const controller = new AbortController()
    stop = controller
    last = null
    first = look().then((seen) => {
      known = seen
    })
    void first.then(() => loop(controller.signal)).catch(() => {
      // A bug or a vanished folder: the next subscriber starts again.
      if (stop === controller) stop = null
    })
  }

  return {
    async subscribe(onChange) {
      subscribers.add(onChange)
      if (stop === null) start()
      await first
      return () => {
        subscribers.delete(onChange)
        if (subscribers.size === 0) {
          stop?.abort()
          stop = null
        }
      }
    },
    known: () => known,
    opened(path, etag) {
      if (!known.has(path)) known.set(path, etag)
      const entry = opened.get(path) ?? { signature: null, etag: null }
      opened.delete(path)
      opened.set(path, entry)
      const oldest = opened.keys().next().value
      if (opened.size > MAX_OPENED && oldest !== undefined) opened.delete(oldest)
    },
    expect: (path, etag) => void own.set(path, etag),
    tell: emit,
    close() {
      stop?.abort()
      stop = null
      subscribers.clear()
    },
  }
}

function isSame(a: Walk, b: Walk): boolean {
  return a.candidates.length === b.candidates.length && a.candidates.every(({ path, signature }, index) => path === b.candidates[index]?.path && signature === b.candidates[index]?.signature)
}
