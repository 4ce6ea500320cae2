import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { formatCursor, header, isTerminal, parseCursor, runIdSchema, type WorkspaceMessage } from '../../src/protocol/index.ts'
import type { Engine, RunSummary } from '../engine/ports.ts'
import type { EventStream, Streams } from '../sse.ts'
import type { ScheduleNotice, Scheduler } from '../triggers/scheduler.ts'
import type { FileChange } from '../workspace/watch.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { problem } from './problem.ts'
import type { Route } from './route.ts'
import { pump, statusMessage } from './run-stream.ts'
import type { RunWatch } from './run-watch.ts'

const MAX_RUNS = 32

export type EventServices = {
  readonly workspace: Workspace
  readonly engine: Engine
  readonly runWatch: RunWatch
  readonly streams: Streams
  readonly schedules: Pick<Scheduler, 'of' | 'subscribe'> | undefined
  readonly version: string
}

/** The one stream of a page: files, runs, and the events of the runs that it follows. */
export function eventRoutes(services: EventServices): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/events',
      answer(exchange) {
        const asked = (exchange.req.queries('run') ?? []).flatMap(parseCursor)
        if (asked.length > MAX_RUNS) return problem('bad-request', `One stream follows at most ${MAX_RUNS} runs.`)
        if (asked.some(({ run }) => !runIdSchema.safeParse(run).success)) return problem('bad-request', 'A `run` is the id of a run, or `<id>:<seq>`.')
        // A reconnecting browser repeats its first address; what it has since received stands in the header.
        const received = new Map(parseCursor(exchange.req.header(header.lastEventId) ?? '').map(({ run, after }) => [run, after]))
        const cursors = new Map(asked.map(({ run, after }) => [run, received.get(run) ?? after]))
        if (exchange.req.method === 'HEAD') return new Response(null, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' } })
        const stream = services.streams.open(exchange.env.outgoing, (open) => void open.send({ type: 'beat', data: { type: 'beat' } satisfies WorkspaceMessage }))
        void carry(stream, cursors, services).catch(() => stream.end())
        return RESPONSE_ALREADY_SENT
      },
    },
  ]
}

async function carry(stream: EventStream, cursors: Map<string, number>, { workspace, engine, runWatch, schedules, version }: EventServices): Promise<void> {
  const { signal } = stream
  const following = new Set<string>()
  /** The latest of each, so that a client that reads slowly is owed no more than one message a file and a run. */
  const files = new Map<string, FileChange>()
  const runs = new Map<string, RunSummary>()
  const notices = new Map<string, ScheduleNotice>()
  let wake: () => void = () => undefined

  const unwatchFiles = await workspace.watch.subscribe((change) => {
    files.set(change.path, change)
    wake()
  })
  const unwatchRuns = await runWatch.subscribe((summary) => {
    runs.set(summary.run, summary)
    wake()
  })
  const unwatchSchedules = schedules?.subscribe((notice) => {
    notices.set(notice.file, notice)
    wake()
  })
  const finish = () => {
    unwatchSchedules?.()
    unwatchFiles()
    unwatchRuns()
    wake()
  }
  if (signal.aborted) return finish()
  signal.addEventListener('abort', finish, { once: true })

  const tell = (message: WorkspaceMessage) => stream.send({ type: message.type, data: message })

  async function follow(run: string): Promise<void> {
    following.add(run)
    try {
      const state = await engine.state(run)
      if (state === null) {
        cursors.delete(run)
        await tell({ type: 'run.unknown', run })
        return
      }
      const cursor = cursors.get(run) ?? 0
      const after = cursor > state.seq ? 0 : cursor
      cursors.set(run, after)
      await stream.send(statusMessage(run, state.status, state.seq))
      if (after === state.seq && isTerminal(state.status)) return
      await pump(stream, engine, run, after, (event) => {
        if (event.type === 'node.output') return stream.send({ type: event.type, data: event })
        cursors.set(run, event.seq)
        return stream.send({ type: event.type, id: formatCursor([...cursors].map(([id, at]) => ({ run: id, after: at }))), data: event })
      })
    } finally {
      following.delete(run)
    }
  }

  await tell({ type: 'hello', version, files: [...workspace.watch.known()].map(([path, etag]) => ({ path, etag })) })
  for (const run of cursors.keys()) void follow(run).catch(() => stream.end())

  while (!signal.aborted) {
    for (const [path, { etag, client }] of files) {
      files.delete(path)
      await tell({ type: 'file.changed', path, etag, ...(client !== undefined && { client }) })
    }
    for (const [run, summary] of runs) {
      runs.delete(run)
      await tell({ type: 'run.changed', summary })
      if (!cursors.has(run)) continue
      if (!following.has(run)) {
        // It ended before, and goes on now.
        void follow(run).catch(() => stream.end())
      } else if (summary.status === 'interrupted') {
        // Its owner died, which left no event.
        await stream.send(statusMessage(run, summary.status, cursors.get(run) ?? 0))
      }
    }
    for (const [path, { at, message }] of notices) {
      notices.delete(path)
      const next = schedules?.of(path).next
      await tell({ type: 'schedule.notice', path, notice: { at: new Date(at).toISOString(), message }, ...(next !== undefined && { next_run: new Date(next).toISOString() }) })
    }
    if (files.size === 0 && runs.size === 0 && notices.size === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve
        if (signal.aborted) resolve()
      })
    }
  }
}
