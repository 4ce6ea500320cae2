import { api, HEARTBEAT_MS, workspaceMessageSchema, type RunCursor, type WorkspaceMessage } from '../../protocol/index.ts'
import type { Follower, StreamListener } from '../state/index.ts'

/** An open event stream. */
export type Source = {
  listen(type: string, listener: (data: unknown) => void): void
  failed(listener: () => void): void
  close(): void
}

export type StreamHost = {
  open(url: string): Source
  /** Runs `work` after `ms`; the answer cancels it. */
  after(ms: number, work: () => void): () => void
  /** Calls back when the browser says that the network is there again; the answer stops that. */
  onOnline(work: () => void): () => void
}

/** Every named event of the stream: one that nobody listens to by its name is lost. A map, so that none can be missing. */
const NAMED: { readonly [Type in WorkspaceMessage['type']]: true } = {
  beat: true,
  hello: true,
  'file.changed': true,
  'run.changed': true,
  'schedule.notice': true,
  'run.unknown': true,
  'run.status': true,
  'run.created': true,
  'run.started': true,
  'run.resumed': true,
  'run.interrupted': true,
  'run.cancelling': true,
  'run.cancelled': true,
  'run.completed': true,
  'run.failed': true,
  'node.scheduled': true,
  'node.started': true,
  'node.output': true,
  'model.called': true,
  'tool.called': true,
  'effect.requested': true,
  'effect.approved': true,
  'effect.rejected': true,
  'edge.taken': true,
  'node.retrying': true,
  'node.completed': true,
  'node.failed': true,
  'node.skipped': true,
  'step.recorded': true,
  log: true,
}

/** `message` catches what has no name. */
const TYPES = ['message', ...Object.keys(NAMED)]

const FIRST_DELAY = 250
const LONGEST_DELAY = 5_000
/** A stream that says nothing for so long is dead, though nobody has noticed: a computer that slept, a network that changed. */
const SILENCE = 2.5 * HEARTBEAT_MS

/**
 * Follows the one stream of the workspace. A lost stream is opened anew with growing delays, from the
 * last event that came in; the browser's own reconnecting is not used, since it would keep asking from
 * the cursors of the first connection.
 */
export function followStream(listener: StreamListener, host: StreamHost): Follower {
  const cursors = new Map<string, number>()
  let source: Source | null = null
  let cancelRetry: (() => void) | null = null
  let cancelSilence: (() => void) | null = null
  let delay = FIRST_DELAY
  let closed = false

  function connect(): void {
    cancelRetry?.()
    cancelRetry = null
    source?.close()
    const mine = host.open(api.events([...cursors].map(([run, after]): RunCursor => ({ run, after }))))
    source = mine
    listen()
    for (const type of TYPES) {
      mine.listen(type, (data) => {
        if (source === mine && typeof data === 'string') receive(data)
      })
    }
    mine.failed(() => {
      if (source === mine) retry()
    })
  }

  /** Begins to wait for the next sign of life. */
  function listen(): void {
    cancelSilence?.()
    cancelSilence = host.after(SILENCE, retry)
  }

  function retry(): void {
    cancelSilence?.()
    source?.close()
    source = null
    listener.lost()
    cancelRetry?.()
    cancelRetry = host.after(delay, connect)
    delay = Math.min(delay * 2, LONGEST_DELAY)
  }

  function receive(data: string): void {
    listen()
    const message = read(data)
    if (!message) return
    switch (message.type) {
      case 'beat':
        return
      case 'hello':
        delay = FIRST_DELAY
        return listener.connected(message.files)
      case 'file.changed':
        return listener.fileChanged(message.path, message.etag, message.client)
      case 'run.changed':
        return listener.runChanged(message.summary)
      case 'schedule.notice':
        return listener.scheduleNotice(message)
      case 'run.unknown':
        cursors.delete(message.run)
        return listener.runUnknown(message.run)
      case 'run.status':
        return listener.runStatus(message)
      case 'node.output':
        return listener.runEvent(message)
      default:
        if (cursors.has(message.run)) cursors.set(message.run, Math.max(cursors.get(message.run) ?? 0, message.seq))
        return listener.runEvent(message)
    }
  }

  const stopOnline = host.onOnline(() => {
    if (!closed && source === null) connect()
  })

  connect()
  return {
    watch(runs) {
      if (closed) return
      cursors.clear()
      for (const { run, after } of runs) cursors.set(run, after)
      connect()
    },
    close() {
      closed = true
      cancelSilence?.()
      stopOnline()
      cancelRetry?.()
      source?.close()
      source = null
    },
  }
}

/** A message that this version does not know, or cannot read, is passed over. */
function read(data: string): WorkspaceMessage | null {
  try {
    const parsed = workspaceMessageSchema.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
