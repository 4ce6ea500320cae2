import type { IncomingMessage } from 'node:http'

export type SentEvent = { readonly type: string; readonly id?: string; readonly data: { readonly [key: string]: unknown } }

export type EventReader = {
  readonly events: SentEvent[]
  /** Comments, such as heartbeats. */
  readonly comments: string[]
  /** Resolves when the server ends the stream, or it is cut. */
  readonly ended: Promise<void>
  /** Resolves with the first event that fits, past or to come. */
  until(fits: (event: SentEvent) => boolean): Promise<SentEvent>
  close(): void
}

/** Reads server-sent events as the HTML standard says, strictly: anything else is an error. */
export function readEvents(incoming: IncomingMessage): EventReader {
  const events: SentEvent[] = []
  const comments: string[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  incoming.setEncoding('utf8')
  incoming.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) read(part)
    for (const look of waiting) look()
  })
  const ended = new Promise<void>((resolve) => {
    incoming.on('close', resolve)
    incoming.on('error', () => resolve())
  })

  function read(part: string): void {
    const fields = new Map<string, string>()
    for (const line of part.split('\n')) {
      if (line.startsWith(':')) {
        comments.push(line.slice(1).trim())
        continue
      }
      const [name = '', value = ''] = /^(id|event|data|retry): ([^\n]*)$/.exec(line)?.slice(1) ?? []
      if (name === '' || fields.has(name)) throw new Error(`not an event: ${part.slice(0, 200)}`)
      fields.set(name, value)
    }
    const data = fields.get('data')
    if (data === undefined) return
    const id = fields.get('id')
    events.push({ type: fields.get('event') ?? 'message', data: JSON.parse(data) as SentEvent['data'], ...(id !== undefined && { id }) })
  }

  return {
    events,
    comments,
    ended,
    async until(fits) {
      for (;;) {
        const found = events.find(fits)
        if (found) return found
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`did not come; so far: ${events.map(({ type, id }) => `${type}#${id ?? ''}`).join(' ')}`)), 8_000)
          const look = () => {
            clearTimeout(timer)
            waiting.delete(look)
            resolve()
          }
          waiting.add(look)
        })
      }
    },
    close: () => incoming.destroy(),
  }
}
