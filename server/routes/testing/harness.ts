import { type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import { mkdtemp, mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { type App, type AppOptions, createApp, createHttpServer } from '../../app.ts'
import { createEngine, createIds, type Engine, type EngineOptions, type Executor, type RunStore, systemClock } from '../../engine/index.ts'
import { hostList } from '../../guard.ts'
import { createSessions, type Sessions } from '../../sessions.ts'
import { createMemoryStore } from '../../store/memory.ts'
import { createOwner } from '../../store/owner.ts'
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts'
import type { Catalogue } from '../catalogue.ts'

export const CHAIN = 'name: chain\nnodes:\n  - id: a\n    prompt: first\n  - id: b\n    needs: [a]\n    prompt: second\n'

/** What lets a program call the hooks of the server. */
export const HOOK_TOKEN = 'the-token-of-this-folder'

/** Answers at once with what it was asked. */
export const echo: Executor = {
  render: ({ work }) => (work.type === 'prompt' ? work.prompt : ''),
  execute: async (_, node) => ({ output: `did ${node.id}` }),
}

export const catalogue: Catalogue = {
  models: async () => [{ name: 'simulated:echo', provider: 'simulated', available: true }],
  defaults: async () => ({ model: { ok: true, name: 'simulated:echo' }, maxParallel: 4 }),
  refuseModel: (name) => (name === 'simulated:echo' ? null : { reason: `There is no model ${name}.`, unknown: true }),
  agents: async () => ['writer'],
  refuseAgent: async (type) => (type === 'writer' ? null : `There is no agent ${type}.`),
  tools: {
    list: async () => ({ trusted: false, modules: [] }),
    look: (_, use) => use(async (name) => ({ ok: false, problem: { kind: 'unknown', message: `there is no tool "${name}"` } })),
    trust: async () => undefined,
    approvals: async () => ({ ok: true, rules: [], open: [], untrusted: [] }),
  },
}

/** The same with tools of these names, which take anything and raise nothing. */
export function catalogueWith(...names: readonly string[]): Catalogue {
  return {
    ...catalogue,
    tools: {
      ...catalogue.tools,
      look: (own, use) => catalogue.tools.look(own, (describe) => use(async (name) => (names.includes(name) ? { ok: true, info: { name, module: 'test', description: '', input: {}, raises: [] } } : await describe(name)))),
    },
  }
}

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

export type Ask = {
  readonly method?: string
  readonly path: string
  /** `undefined` leaves a header out that would be sent otherwise. */
  readonly headers?: { readonly [name: string]: string | undefined }
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown
}

export type Running = {
  readonly folder: string
  readonly port: number
  readonly app: App
  readonly server: Server
  readonly engine: Engine
  readonly store: RunStore
  readonly workspace: Workspace
  readonly sessions: Sessions
  /** What was reported as a bug. */
  readonly errors: unknown[]
  /** Sends a request of a page that is let in, unless headers say otherwise. */
  ask(ask: Ask): Promise<Answer>
  /** The same, for answers that do not end. */
  open(ask: Ask): Promise<IncomingMessage>
  put(path: string, text: string | Uint8Array): Promise<void>
  close(): Promise<void>
}

export type RunningOptions = Partial<AppOptions> & {
  readonly executor?: Executor
  readonly files?: { readonly [path: string]: string }
  /** One that is there and stays; by default a new one, which is removed at the end. */
  readonly folder?: string
  /** Default: in memory. */
  readonly store?: RunStore
  readonly engineOptions?: Partial<EngineOptions>
}

/** A real server on a real port and folder, with the runs in memory. */
export async function startServer({ executor = echo, files = {}, folder: ownFolder, store = createMemoryStore(), engineOptions = {}, ...given }: RunningOptions = {}): Promise<Running> {
  const folder = await realpath(ownFolder ?? (await mkdtemp(join(tmpdir(), 'heddle-server-'))))
  for (const [path, text] of Object.entries(files)) await put(path, text)
  const workspace = await openWorkspace(folder, { every: 60, settle: 15, slowest: 60 })
  const engine = createEngine({ store, clock: systemClock, ids: createIds(systemClock), executor, owner: createOwner(), grace: 50, ...engineOptions })
  const errors: unknown[] = []

  const late: { listener: App['listener'] | null } = { listener: null }
  const server = createHttpServer((incoming, outgoing) => late.listener?.(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const sessions = createSessions({ key: Buffer.alloc(32, 7), port, scope: folder, now: Date.now })
  const app = createApp({
    workspace,
    engine,
    watchRuns: store.watch,
    catalogue,
    sessions,
    isOurHost: hostList(port, []),
    hookToken: { matches: async (token) => token === HOOK_TOKEN },
    version: '1.2.3',
    staticDir: join(folder, 'no-editor-here'),
    onError: (error) => errors.push(error),
    runWatchPace: { gather: 10, every: 1_000 },
    ...given,
  })
  late.listener = app.listener
  const cookie = sessions.redeem(sessions.issueToken())?.split(';')[0] ?? ''

  async function put(path: string, text: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }

  function open({ method = 'GET', path, headers = {}, body }: Ask): Promise<IncomingMessage> {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const all = {
      host: `127.0.0.1:${port}`,
      cookie,
      ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, method, path, headers: sent, setHost: false, agent: false }, resolve)
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  }

  return {
    folder,
    port,
    app,
    server,
    engine,
    store,
    workspace,
    sessions,
    errors,
    open,
    async ask(given) {
      const incoming = await open(given)
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: Buffer.concat(chunks).toString() }
    },
    put,
    async close() {
      app.close()
      await engine.close()
      await store.close()
      server.closeAllConnections()
      server.close()
      if (ownFolder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A field of a JSON answer, by keys. */
export function field(answer: Answer, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), JSON.parse(answer.text))
}

/** The last part of a problem's type. */
export function codeOf(answer: Answer): string {
  expectProblem(answer)
  return String(field(answer, 'type')).replace('urn:heddle:problem:', '')
}

function expectProblem({ headers, text }: Answer): void {
  if (headers['content-type'] !== 'application/problem+json') throw new Error(`not a problem: ${text.slice(0, 200)}`)
}
