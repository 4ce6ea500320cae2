import { resumeRunSchema, type RunCancelled, type RunStarted, startRunSchema } from '../../src/protocol/index.ts'
import type { RunStore } from '../engine/ports.ts'
import type { Streams } from '../sse.ts'
import { refusalOf, startFile, type StartServices, unknownRun } from '../triggers/start-file.ts'
import { addressOfRun, problem, problemOfRefusal } from './problem.ts'
import { type Exchange, json, readBody, type Route } from './route.ts'
import { answerRunStream } from './run-stream.ts'

export type RunServices = StartServices & {
  readonly streams: Streams
  readonly watchRuns: RunStore['watch']
}

/** Starting, listing, following, cancelling and resuming runs. */
export function runRoutes(services: RunServices): readonly Route[] {
  const { engine, streams, watchRuns } = services
  return [
    { method: 'POST', path: '/api/runs', answer: (exchange) => start(exchange, services) },
    {
      method: 'GET',
      path: '/api/runs',
      async answer(exchange) {
        const file = exchange.req.query('file')
        const limit = exchange.req.query('limit') ?? '100'
        if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 500) return problem('bad-request', '`limit` must be a number from 1 to 500.')
        const runs = await engine.list({ limit: Number(limit), ...(file !== undefined && { file }) })
        return json({ runs })
      },
    },
    {
      method: 'GET',
      path: '/api/runs/:id',
      async answer(exchange) {
        const run = runOf(exchange)
        const state = await engine.state(run)
        return state === null ? problemOfRefusal(unknownRun(run)) : json({ state })
      },
    },
    { method: 'GET', path: '/api/runs/:id/events', answer: (exchange) => answerRunStream(exchange, engine, streams, watchRuns, runOf(exchange)) },
    {
      method: 'POST',
      path: '/api/runs/:id/cancel',
      async answer(exchange) {
        const run = runOf(exchange)
        if ((await engine.state(run)) === null) return problemOfRefusal(unknownRun(run))
        return json({ cancelling: await engine.cancel(run, 'editor') } satisfies RunCancelled)
      },
    },
    {
      method: 'POST',
      path: '/api/runs/:id/resume',
      async answer(exchange) {
        const run = runOf(exchange)
        const body = await readBody(exchange, resumeRunSchema)
        if (!body.ok) return body.response
        try {
          const handle = await engine.resume(run, body.value)
          handle.ended.catch(() => undefined)
          return json({ run: handle.run } satisfies RunStarted)
        } catch (error) {
          const refusal = refusalOf(error, run)
          if (refusal === null) throw error
          return problemOfRefusal(refusal)
        }
      },
    },
  ]
}

/** Runs a file as it is saved, never a text that a client sends. */
async function start(exchange: Exchange, services: RunServices): Promise<Response> {
  const body = await readBody(exchange, startRunSchema)
  if (!body.ok) return body.response
  const started = await startFile(services, { ...body.value, startedBy: 'editor' })
  if (!started.ok) return problemOfRefusal(started.refusal)
  const { run } = started.handle
  return json({ run } satisfies RunStarted, 201, { location: addressOfRun(run) })
}

function runOf(exchange: Exchange): string {
  return exchange.req.param('id') ?? ''
}
