import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Engine, RunStore } from './engine/ports.ts'
import { guard, securityHeaders } from './guard.ts'
import type { Catalogue } from './routes/catalogue.ts'
import { checkRoutes } from './routes/check.ts'
import { draftRoutes } from './routes/drafts.ts'
import { eventRoutes } from './routes/events.ts'
import { exportRoutes } from './routes/export.ts'
import { answerFailure } from './routes/failure.ts'
import { fileRoutes } from './routes/files.ts'
import { gitRoutes } from './routes/git.ts'
import { hookRoutes } from './routes/hooks.ts'
import { layoutRoutes } from './routes/layout.ts'
import { problem } from './routes/problem.ts'
import { projectionRoutes } from './routes/projections.ts'
import type { Env, Route } from './routes/route.ts'
import { runRoutes } from './routes/runs.ts'
import { createRunWatch, type RunWatchPace } from './routes/run-watch.ts'
import { staticFiles } from './routes/static.ts'
import { toolRoutes } from './routes/tools.ts'
import { workspaceRoutes } from './routes/workspace.ts'
import type { Sessions } from './sessions.ts'
import { createStreams, type StreamPace, type Streams } from './sse.ts'
import type { HookToken } from './triggers/hook-token.ts'
import { createHooks, type HookLimits } from './triggers/hooks.ts'
import type { Scheduler } from './triggers/scheduler.ts'
import type { Workspace } from './workspace/workspace.ts'

export type AppOptions = {
  readonly workspace: Workspace
  readonly engine: Engine
  /** Tells of appends to any run, also of other processes. */
  readonly watchRuns: RunStore['watch']
  readonly catalogue: Catalogue
  readonly sessions: Sessions
  readonly isOurHost: (host: string) => boolean
  readonly hookToken: Pick<HookToken, 'matches'>
  readonly hookLimits?: HookLimits
  readonly schedules?: Pick<Scheduler, 'of' | 'subscribe'>
  readonly version: string
  /** The built editor. */
  readonly staticDir: string
  /** Told of bugs, with all there is to know; the client learns only that there was one. */
  readonly onError: (error: unknown) => void
  readonly streamPace?: StreamPace
  readonly runWatchPace?: RunWatchPace
}

export type App = {
  /** Every route of the API: what the guard stands in front of. */
  readonly routes: readonly Route[]
  readonly listener: RequestListener
  readonly streams: Streams
  /** Ends all streams and stops watching. */
  close(): void
}

/** Puts the routes together behind the one guard. Listens to nothing yet. */
export function createApp(options: AppOptions): App {
  const { workspace, engine, catalogue, version, onError } = options
  const streams = createStreams(options.streamPace)
  const runWatch = createRunWatch(engine, options.watchRuns, options.runWatchPace)
  const hooks = createHooks({ workspace, engine, catalogue }, options.hookLimits === undefined ? {} : { limits: options.hookLimits })
  const routes: readonly Route[] = [
    ...workspaceRoutes({ workspace, catalogue, schedules: options.schedules, version }),
    ...fileRoutes(workspace),
    ...projectionRoutes(workspace),
    ...draftRoutes(workspace),
    ...gitRoutes(workspace),
    ...layoutRoutes(workspace),
    ...checkRoutes(catalogue),
    ...toolRoutes(catalogue),
    ...exportRoutes(),
    ...runRoutes({ workspace, engine, catalogue, streams, watchRuns: options.watchRuns }),
    ...hookRoutes(hooks),
    ...eventRoutes({ workspace, engine, runWatch, streams, schedules: options.schedules, version }),
  ]

  const app = new Hono<Env>()
  app.use('*', guard({ sessions: options.sessions, isOurHost: options.isOurHost, hookToken: options.hookToken }))
  for (const { method, path, answer } of routes) app.on(method, path, answer)
  for (const [path, methods] of methodsByPath(routes)) {
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.options(path, () => new Response(null, { status: 204, headers: { allow } }))
    app.all(path, ({ req }) => problem('method-not-allowed', `${req.method} cannot be done here; ${allow} can.`, { headers: { allow } }))
  }
  app.all('/api/*', () => problem('not-found', 'This server has no such route.'))
  app.all('/api', () => problem('not-found', 'This server has no such route.'))
  app.all('*', staticFiles(options.staticDir))
  app.onError((error, { env }) => {
    const known = answerFailure(error, workspace.root)
    if (known !== null) return known
    // A client that left in the middle of its own request is nobody's bug.
    if (!env.incoming.destroyed || env.incoming.complete) onError(error)
    return problem('internal', 'Something went wrong in the server. It is written to the terminal where Heddle runs.')
  })

  // The global Request and Response stay Node's own: a library must not replace them under its user.
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  return {
    routes,
    streams,
    listener(incoming, outgoing) {
      // On every answer, also those that no route makes.
      for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value)
      void answer(incoming, outgoing)
    },
    close() {
      runWatch.close()
      hooks.close()
      streams.closeAll()
      workspace.close()
    },
  }
}

/** The methods of one path together; the more special of two patterns that meet comes first in the table. */
function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method])
  return methods
}

/** A server with bounds on what it reads before a request is understood. */
export function createHttpServer(listener: RequestListener): Server {
  return createServer({ maxHeaderSize: 32 * 1024, headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 10_000 }, listener)
}
