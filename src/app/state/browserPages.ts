import type { OpenElsewhere, Pages, UnsavedText } from './host.ts'
import { pageLock, whenGone } from './pageLock.ts'

type Message =
  | { readonly type: 'open'; readonly page: string; readonly files: readonly OpenElsewhere[] }
  | { readonly type: 'who'; readonly page: string }
  | { readonly type: 'gone'; readonly page: string }
  | { readonly type: 'ask'; readonly page: string; readonly id: string; readonly path: string }
  | { readonly type: 'text'; readonly page: string; readonly id: string; readonly unsaved: UnsavedText }

/** So long other pages have to answer. They do it within a few milliseconds, hidden ones too. */
const PATIENCE = 250

/**
 * The pages of this browser, which tell each other what they have open. A page that ends says so; one
 * that crashes cannot, but its lock is free then.
 */
export function browserPages(): Pages {
  const id = `p-${Date.now().toString(36)}-${Math.floor(Math.random() * 2 ** 40).toString(36)}`
  const others = new Map<string, readonly OpenElsewhere[]>()
  const asked = new Map<string, (unsaved: UnsavedText) => void>()
  let channel: BroadcastChannel | null = null
  let own: readonly OpenElsewhere[] = []
  let listener: (elsewhere: readonly OpenElsewhere[]) => void = () => {}
  let textOf: (path: string) => UnsavedText | null = () => null
  let release: () => void = () => {}
  let leave: () => void = () => {}

  // An address that is no secure context has no locks; the pages' own words have to do then.
  const locks = 'locks' in navigator ? navigator.locks : null
  const holding = new Promise<void>((resolve) => {
    release = resolve
  })
  const ready = new Promise<void>((resolve) => {
    if (!locks) return resolve()
    const held = () => {
      resolve()
      return holding
    }
    locks.request(pageLock(id), held).catch(() => resolve())
  })

  function send(message: Message): void {
    channel?.postMessage(message)
  }

  function know(page: string, files: readonly OpenElsewhere[]): void {
    if (!others.has(page)) {
      whenGone(page).then(
        () => forget(page),
        () => {},
      )
    }
    others.set(page, files)
    listener([...others.values()].flat())
  }

  function forget(page: string): void {
    if (others.delete(page)) listener([...others.values()].flat())
  }

  function receive(message: Message): void {
    switch (message.type) {
      case 'open':
        return know(message.page, message.files)
      case 'who':
        return send({ type: 'open', page: id, files: own })
      case 'gone':
        return forget(message.page)
      case 'ask': {
        const unsaved = textOf(message.path)
        if (unsaved) send({ type: 'text', page: id, id: message.id, unsaved })
        return
      }
      case 'text':
        asked.get(message.id)?.(message.unsaved)
    }
  }

  return {
    id,
    ready,
    join(workspace, onChange, unsavedText) {
      listener = onChange
      textOf = unsavedText
      leave()
      channel = new BroadcastChannel(`heddle:${workspace}`)
      channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
      send({ type: 'who', page: id })
      send({ type: 'open', page: id, files: own })
      const hide = () => send({ type: 'gone', page: id })
      const show = ({ persisted }: PageTransitionEvent) => {
        if (persisted) send({ type: 'open', page: id, files: own })
      }
      window.addEventListener('pagehide', hide)
      window.addEventListener('pageshow', show)
      leave = () => {
        window.removeEventListener('pagehide', hide)
        window.removeEventListener('pageshow', show)
        channel?.close()
        channel = null
      }
    },
    tell(open) {
      if (JSON.stringify(open) === JSON.stringify(own)) return
      own = open
      send({ type: 'open', page: id, files: own })
    },
    async alive() {
      // Where the data of sites is blocked there are locks, but none may be asked for.
      const held = await locks?.query().then((known) => known.held ?? [], () => null)
      if (held) {
        const names = held.flatMap(({ name }) => (name?.startsWith(pageLock('')) ? [name.slice(pageLock('').length)] : []))
        return new Set([id, ...names])
      }
      others.clear()
      send({ type: 'who', page: id })
      await new Promise((resolve) => setTimeout(resolve, PATIENCE))
      return new Set([id, ...others.keys()])
    },
    ask(path) {
      const question = `${id}-${asked.size}-${Date.now()}`
      return new Promise((resolve) => {
        const end = (unsaved: UnsavedText | null) => {
          clearTimeout(timer)
          asked.delete(question)
          resolve(unsaved)
        }
        const timer = setTimeout(() => end(null), PATIENCE * 4)
        asked.set(question, end)
        send({ type: 'ask', page: id, id: question, path })
      })
    },
    close() {
      send({ type: 'gone', page: id })
      leave()
      release()
    },
  }
}
