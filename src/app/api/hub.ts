import type { RunCursor } from '../../protocol/index.ts'
import type { Follower, StreamListener } from '../state/index.ts'

/** What a page says to the hub. */
export type ToHub = { readonly type: 'join'; readonly page: string } | { readonly type: 'watch'; readonly runs: readonly RunCursor[] } | { readonly type: 'leave' } | { readonly type: 'look' }

/** What a page hears of it: a call of its listener, after a first word that the hub is there. */
export type FromHub = { readonly type: 'joined' } | { [call in keyof StreamListener]: { readonly type: 'call'; readonly call: call; readonly args: Parameters<StreamListener[call]> } }[keyof StreamListener]

type Page = { readonly post: (message: FromHub) => void; readonly cursors: Map<string, number> }

export type Hub = {
  join(page: string, post: (message: FromHub) => void): void
  watch(page: string, runs: readonly RunCursor[]): void
  leave(page: string): void
}

/**
 * One event stream for all pages of a browser. Each page hears of files and of all runs, and the events
 * of the runs that it follows, from where it has got to; a page that comes later hears first what is so now.
 */
export function createHub(follow: (listener: StreamListener) => Follower): Hub {
  const pages = new Map<string, Page>()
  let follower: Follower | null = null
  /** What is on disk as far as was told; null without contact. */
  let files: Map<string, string> | null = null
  let isLost = false
  /** How far the stream itself has got. */
  const followed = new Map<string, number>()

  function tell<C extends keyof StreamListener>(to: Iterable<Page>, call: C, ...args: Parameters<StreamListener[C]>): void {
    for (const { post } of to) post({ type: 'call', call, args } as FromHub)
  }

  const following = (run: string) => [...pages.values()].filter(({ cursors }) => cursors.has(run))
  const listed = (known: ReadonlyMap<string, string>) => [...known].map(([path, etag]) => ({ path, etag }))

  const listener: StreamListener = {
    connected(now) {
      isLost = false
      files = new Map(now.map(({ path, etag }) => [path, etag]))
      tell(pages.values(), 'connected', now)
    },
    lost() {
      isLost = true
      files = null
      tell(pages.values(), 'lost')
    },
    fileChanged(path, etag, client) {
      if (etag === null) files?.delete(path)
      else files?.set(path, etag)
      tell(pages.values(), 'fileChanged', path, etag, client)
    },
    runChanged: (summary) => tell(pages.values(), 'runChanged', summary),
    scheduleNotice: (message) => tell(pages.values(), 'scheduleNotice', message),
    runEvent(event) {
      if (event.type === 'node.output') return tell(following(event.run), 'runEvent', event)
      followed.set(event.run, Math.max(followed.get(event.run) ?? 0, event.seq))
      // The stream may have gone back for another page: what this one has had is not told again.
      const behind = following(event.run).filter(({ cursors }) => (cursors.get(event.run) ?? 0) < event.seq)
      for (const { cursors } of behind) cursors.set(event.run, event.seq)
      tell(behind, 'runEvent', event)
    },
    runStatus: (message) => tell(following(message.run), 'runStatus', message),
    runUnknown(run) {
      const asked = following(run)
      for (const { cursors } of asked) cursors.delete(run)
      followed.delete(run)
      tell(asked, 'runUnknown', run)
    },
  }

  return {
    join(page, post) {
      pages.set(page, { post, cursors: new Map() })
      post({ type: 'joined' })
      if (!follower) follower = follow(listener)
      else if (files) post({ type: 'call', call: 'connected', args: [listed(files)] })
      else if (isLost) post({ type: 'call', call: 'lost', args: [] })
    },
    watch(page, runs) {
      const own = pages.get(page)
      if (!own) return
      own.cursors.clear()
      for (const { run, after } of runs) own.cursors.set(run, after)
      const wanted = new Map<string, number>()
      for (const { cursors } of pages.values()) for (const [run, after] of cursors) wanted.set(run, Math.min(after, wanted.get(run) ?? Infinity))
      // What comes in anyway is not asked for again.
      if ([...own.cursors].every(([run, after]) => after >= (followed.get(run) ?? Infinity))) return
      followed.clear()
      for (const [run, after] of wanted) followed.set(run, after)
      follower?.watch([...wanted].map(([run, after]) => ({ run, after })))
    },
    leave(page) {
      pages.delete(page)
      if (pages.size > 0) return
      follower?.close()
      follower = null
      files = null
      isLost = false
      followed.clear()
    },
  }
}
