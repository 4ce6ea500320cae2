import { analyse, openDocument } from '../../src/core/index.ts'
import { formatOfEnding, type RunCancelled, type RunStarted, startRunSchema } from '../../src/protocol/index.ts'
import type { Engine, RunStore, StartRequest } from '../engine/ports.ts'
import type { Streams } from '../sse.ts'
import { decode, readBytes } from '../workspace/read.ts'
import { stateFolder } from '../workspace/state-folder.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Catalogue, planOfAnalysis, serverDiagnostics } from './catalogue.ts'
import { problem, problemOf } from './problem.ts'
import { type Exchange, json, readBody, type Route } from './route.ts'
import { answerRunStream } from './run-stream.ts'

export type RunServices = {
  readonly workspace: Workspace
  readonly engine: Engine
  readonly catalogue: Catalogue
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
        return state === null ? unknownRun(run) : json({ state })
      },
    },
    { method: 'GET', path: '/api/runs/:id/events', answer: (exchange) => answerRunStream(exchange, engine, streams, watchRuns, runOf(exchange)) },
    {
      method: 'POST',
      path: '/api/runs/:id/cancel',
      async answer(exchange) {
        const run = runOf(exchange)
        if ((await engine.state(run)) === null) return unknownRun(run)
        return json({ cancelling: await engine.cancel(run, 'editor') } satisfies RunCancelled)
      },
    },
    {
      method: 'POST',
      path: '/api/runs/:id/resume',
      async answer(exchange) {
        const run = runOf(exchange)
        try {
          const handle = await engine.resume(run)
          handle.ended.catch(() => undefined)
          return json({ run: handle.run } satisfies RunStarted)
        } catch (error) {
          return refusalOf(error, run)
        }
      },
    },
  ]
}

/** Runs a file as it is saved, never a text that a client sends. */
async function start(exchange: Exchange, { workspace, engine, catalogue }: RunServices): Promise<Response> {
  const body = await readBody(exchange, startRunSchema)
  if (!body.ok) return body.response
  const { file, etag, inputs, options = {}, runId } = body.value

  const contained = await workspace.contain(file)
  if (!contained.ok) return problemOf(contained.fault)
  const read = await readBytes(contained.value.target, file)
  if (!read.ok) return problemOf(read.fault)
  if (read.value.etag !== etag) {
    return problem('file-changed', `\`${file}\` on disk is not the version that was to be run. Save or reload it, then run again.`, { status: 409, path: file, etag: read.value.etag })
  }
  const text = decode(read.value.bytes, file)
  if (!text.ok) return problemOf(text.fault)

  const analysis = analyse(openDocument({ text: text.value, format: formatOfEnding(file) ?? 'yaml', name: file }))
  const diagnostics = [...analysis.diagnostics, ...(await serverDiagnostics(analysis, catalogue))]
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const plan = errors.length === 0 ? planOfAnalysis(analysis) : null
  if (plan === null) {
    const [first] = errors
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
    return problem('definition-invalid', `\`${file}\` cannot be run as it is: ${first?.message ?? 'it holds no workflow'}${more}`, { path: file, diagnostics })
  }
  const defaults = await catalogue.defaults()
  const own = plan.kind === 'walk' ? plan.model : undefined
  if (options.model !== undefined) {
    const refused = catalogue.refuseModel(options.model)
    if (refused !== null) return problem('model-unavailable', refused.reason)
  } else if (!defaults.model.ok && own === undefined && plan.nodes.some(({ work }) => work.type === 'prompt' && work.model === undefined)) {
    return problem('model-unavailable', defaults.model.reason)
  }
  // Recorded by name, so that a resume asks the same one whatever is configured then.
  const model = options.model ?? own ?? (defaults.model.ok ? defaults.model.name : undefined)

  // Before the store makes it: a link in its place would take the record of the run elsewhere.
  const state = await stateFolder(workspace.root)
  if (!state.ok) return problemOf(state.fault)

  const request: StartRequest = {
    plan,
    definition: { text: text.value },
    file,
    ...(inputs !== undefined && { inputs }),
    options: {
      maxParallel: options.maxParallel !== undefined && options.maxParallel > 0 ? options.maxParallel : defaults.maxParallel,
      schedule: options.schedule ?? 'levels',
      ...(model !== undefined && { model }),
    },
    ...(runId !== undefined && { runId }),
  }
  try {
    const handle = await engine.start(request)
    handle.ended.catch(() => undefined)
    return json({ run: handle.run } satisfies RunStarted, 201, { location: `/api/runs/${encodeURIComponent(handle.run)}` })
  } catch (error) {
    return refusalOf(error, runId)
  }
}

/** What an engine refuses, as an answer; anything else is thrown on. */
function refusalOf(error: unknown, run: string | undefined): Response {
  if (!(error instanceof Error)) throw error
  const about = run === undefined ? {} : { run }
  switch (error.name) {
    case 'RunExists':
      return problem('run-exists', `There is a run \`${run ?? ''}\` already. Resume it, or start one with another id.`, about)
    case 'RunNotFound':
      return unknownRun(run ?? '')
    case 'RunOwned':
      return problem('run-owned', `Run \`${run ?? ''}\` is being worked on already.`, about)
    case 'RunFinished':
      return problem('run-finished', `Run \`${run ?? ''}\` is completed: nothing is left to resume.`, about)
    default:
      throw error
  }
}

function runOf(exchange: Exchange): string {
  return exchange.req.param('id') ?? ''
}

function unknownRun(run: string): Response {
  return problem('run-not-found', `There is no run \`${run.slice(0, 128)}\`.`, { run: run.slice(0, 128) })
}
