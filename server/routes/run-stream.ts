import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { NodeDelta, RunEvent } from '../../src/core/index.ts'
import { header, isTerminal, type StatusMessage } from '../../src/protocol/index.ts'
import type { Engine, RunStore } from '../engine/ports.ts'
import type { EventStream, Message, Streams } from '../sse.ts'
import { problem } from './problem.ts'
import type { Exchange } from './route.ts'

/** Follows one run: its log after the reader's last event, then what happens, to the terminal event. */
export async function answerRunStream(exchange: Exchange, engine: Engine, streams: Streams, watchRuns: RunStore['watch'], run: string): Promise<Response> {
  const asked = exchange.req.query('after')
  const last = readSeq(exchange.req.header(header.lastEventId))
  const given = asked === undefined ? 0 : readSeq(asked)
  if (given === null) return problem('bad-request', '`after` must be the number of an event: 0, or the `seq` of the last one received.')

  const state = await engine.state(run)
  if (state === null) return problem('run-not-found', `There is no run \`${run}\`.`, { run })
  const cursor = last ?? given
  if (cursor === state.seq && isTerminal(state.status)) return new Response(null, { status: 204 })
  // An event that this log does not have: the reader knew another run, and gets all of this one.
  const after = cursor > state.seq ? 0 : cursor
  if (exchange.req.method === 'HEAD') return new Response(null, { status: 200, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' } })

  let shown = state.status
  let silent = true
  const stream = streams.open(exchange.env.outgoing, (open) => {
    // Nothing was heard for a while: the owner may have died, which leaves no event.
    if (silent) void tellStatus(open)
    silent = true
  })

  /** Through interruptions and pauses, to an end that nobody but a person undoes. */
  async function follow(): Promise<void> {
    let at = after
    while (!stream.signal.aborted) {
      const changed = nextChange(watchRuns, run, stream.signal)
      await pump(stream, engine, run, at, (event) => {
        silent = false
        if (event.type !== 'node.output') at = event.seq
        return stream.send(runMessage(event))
      })
      const now = await engine.state(run)
      if (now === null || isTerminal(now.status)) return
      if (now.seq === at) await changed
    }
  }

  async function tellStatus(open: EventStream): Promise<void> {
    const now = await engine.state(run)
    if (now === null || now.status === shown) return
    shown = now.status
    await open.send(statusMessage(run, now.status, now.seq))
  }

  await stream.send(statusMessage(run, state.status, state.seq))
  void follow().then(
    () => stream.end(),
    // The log cannot be read: the reader reconnects, and is told by the answer to that.
    () => exchange.env.outgoing.destroy(),
  )
  return RESPONSE_ALREADY_SENT
}

/** Resolves at the next append to a run, and when the signal is aborted. */
function nextChange(watchRuns: RunStore['watch'], run: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stop()
      signal.removeEventListener('abort', settle)
      resolve()
    }
    const stop = watchRuns(run, (_, change) => {
      if (change !== 'inbox') settle()
    })
    signal.addEventListener('abort', settle, { once: true })
    if (signal.aborted) settle()
  })
}

/** Hands on the events of a run until its end or the stream's. */
export async function pump(
  { signal }: EventStream,
  engine: Engine,
  run: string,
  after: number,
  send: (event: RunEvent | NodeDelta) => Promise<boolean>,
): Promise<void> {
  for await (const event of engine.follow(run, after, signal)) {
    if (!(await send(event))) return
  }
}

/** A durable event carries its number; live text does not, so that a reconnect never skips an event. */
function runMessage(event: RunEvent | NodeDelta): Message {
  return event.type === 'node.output' ? { type: event.type, data: event } : { type: event.type, id: String(event.seq), data: event }
}

export function statusMessage(run: string, status: StatusMessage['status'], seq: number): Message {
  return { type: 'run.status', data: { type: 'run.status', run, status, seq } satisfies StatusMessage }
}

/** Null for what is no number of an event. */
function readSeq(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}
