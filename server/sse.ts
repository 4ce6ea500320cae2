import type { ServerResponse } from 'node:http'
import { EVENT_STREAM_TYPE, HEARTBEAT_MS } from '../src/protocol/index.ts'

/** Times of a stream, in milliseconds. */
export type StreamPace = {
  /** Between signs of life. */
  readonly heartbeat: number
  /** A client that takes nothing for so long is dropped; it comes back and catches up from the log. */
  readonly stall: number
}

export const streamPace: StreamPace = { heartbeat: HEARTBEAT_MS, stall: 30_000 }

/** How long a browser waits before it connects again. */
const RETRY_MS = 1_000

/** One server-sent message; without an id it is not counted as received. */
export type Message = { readonly type: string; readonly id?: string; readonly data: unknown }

/** An open event stream. Whoever writes waits, so that a slow client costs no memory. */
export type EventStream = {
  /** Aborted when the client is gone, was dropped, or the server closes. */
  readonly signal: AbortSignal
  /** Sends a message. Resolves when more may be sent; false when the client is gone. */
  send(message: Message): Promise<boolean>
  /** Ends the answer. */
  end(): void
}

/** Every open stream of a server, so that closing it can end them. */
export type Streams = {
  open(outgoing: ServerResponse, onHeartbeat?: (stream: EventStream) => void): EventStream
  readonly size: number
  closeAll(): void
}

export function createStreams(pace: StreamPace = streamPace): Streams {
  const all = new Set<EventStream>()
  return {
    open(outgoing, onHeartbeat) {
      const stream = openStream(outgoing, pace, onHeartbeat)
      all.add(stream)
      stream.signal.addEventListener('abort', () => all.delete(stream), { once: true })
      return stream
    },
    get size() {
      return all.size
    },
    closeAll() {
      for (const stream of all) stream.end()
    },
  }
}

function openStream(outgoing: ServerResponse, pace: StreamPace, onHeartbeat: ((stream: EventStream) => void) | undefined): EventStream {
  const controller = new AbortController()
  /** Set while the client's side is full. */
  let full: Promise<boolean> | null = null
  let corked = false

  outgoing.writeHead(200, {
    'content-type': EVENT_STREAM_TYPE,
    'cache-control': 'no-store, no-transform',
    // Tells nginx and its like to pass every event on at once.
    'x-accel-buffering': 'no',
    'content-encoding': 'identity',
  })
  write(`retry: ${RETRY_MS}\n\n`)

  const beat = setInterval(() => {
    // A client that is full is being waited for already.
    if (full === null) write(': still here\n\n')
    onHeartbeat?.(stream)
  }, pace.heartbeat)

  outgoing.once('close', finish)
  outgoing.once('error', finish)

  function finish(): void {
    clearInterval(beat)
    controller.abort()
  }

  /** Events of one turn of the event loop leave in one piece. */
  function write(frame: string): void {
    if (!corked) {
      corked = true
      outgoing.cork()
      setImmediate(() => {
        corked = false
        outgoing.uncork()
      })
    }
    if (!outgoing.write(frame) && full === null) full = drained()
  }

  function drained(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        outgoing.destroy()
        settle(false)
      }, pace.stall)
      const onDrain = () => settle(true)
      const onGone = () => settle(false)
      function settle(alive: boolean): void {
        clearTimeout(timer)
        outgoing.off('drain', onDrain)
        controller.signal.removeEventListener('abort', onGone)
        full = null
        resolve(alive)
      }
      outgoing.once('drain', onDrain)
      controller.signal.addEventListener('abort', onGone, { once: true })
    })
  }

  const stream: EventStream = {
    signal: controller.signal,
    async send({ type, id, data }) {
      // Several writers may have waited for the same drain; the first of them may have filled it again.
      while (full !== null) if (!(await full)) return false
      if (controller.signal.aborted) return false
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
      return full ?? true
    },
    end() {
      if (outgoing.writableEnded) return
      outgoing.end()
      finish()
    },
  }
  return stream
}
