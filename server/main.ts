import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp, createHttpServer } from './app.ts'
import { createCatalogue } from './catalogue.ts'
import { readWorkspaceConfig } from './config.ts'
import { crashPoint } from './crash-point.ts'
import { createEngine, createIds, systemClock } from './engine/index.ts'
import { createAgents, createExecutor } from './executors/index.ts'
import { hostList } from './guard.ts'
import { listen, ServeError } from './listen.ts'
import { decide } from './policy/decide.ts'
import { createModels } from './providers/index.ts'
import { readSecret, userStateFolder } from './secret.ts'
import { createSessions } from './sessions.ts'
import { createOwner } from './store/owner.ts'
import { createSqliteStore } from './store/sqlite.ts'
import { agentNameOf, isHook } from './triggers/find-hook.ts'
import { createHookToken } from './triggers/hook-token.ts'
import { recordedSchedule } from './triggers/recorded-schedule.ts'
import { createScheduler } from './triggers/scheduler.ts'
import { startFile } from './triggers/start-file.ts'
import { createToolCatalogue } from './tool-catalogue.ts'
import { createToolbox } from './tools/toolbox.ts'
import { createTrust } from './trust.ts'
import { errnoOf } from './workspace/fault.ts'
import { openWorkspace, type Workspace } from './workspace/workspace.ts'

export { DEFAULT_PORT, ServeError } from './listen.ts'

export type ServeOptions = {
  /** The folder of workflows; or one workflow, which is opened in its folder. */
  readonly dir: string
  /** One that is named and in use is an error; without one the next free one from 4317 on is taken. 0: any. */
  readonly port?: number
  /** Default 127.0.0.1. Beyond loopback `HEDDLE_TOKEN` must be set. */
  readonly host?: string
  /** Opens the browser. */
  readonly open?: boolean
  /** Default: the process's own. */
  readonly env?: { readonly [name: string]: string | undefined }
  /** Where runs are kept; default `.heddle` in the folder. */
  readonly checkpointDir?: string
  readonly durability?: 'normal' | 'full'
  /** The built editor; default: the one beside this program. */
  readonly staticDir?: string
  readonly version?: string
  /** Told of bugs. Default: stderr. */
  readonly onError?: (error: unknown) => void
  /** Told of what the user should know later on: runs of schedules that were missed or skipped. Default: stderr. */
  readonly onNotice?: (message: string) => void
}

export type Served = {
  /** To open once, by one browser: it holds a token. */
  readonly url: string
  /** The same without a token, for browsers that are in already. */
  readonly address: string
  readonly port: number
  readonly host: string
  /** What the user should be told beside the address: what is exposed, what is not as it should be. */
  readonly notices: readonly string[]
  /** A further address for a further browser. */
  issueUrl(): string
  /** The agents of the folder that are started over HTTP, by the names that their addresses have; and the token for that. */
  hooks(): Promise<{ readonly agents: readonly string[]; readonly token: string }>
  /** Ends streams, lets running nodes be recorded as interrupted, and resolves when nothing is left open. */
  close(): Promise<void>
}

/** Serves the editor and the API of a folder. Rejects with a ServeError that says what to do. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { env = process.env, host = '127.0.0.1', staticDir = builtEditor(), onError = printError, onNotice = printNotice } = options
  const userToken = env.HEDDLE_TOKEN?.trim() || undefined
  const isLocal = isLoopback(host)
  if (!isLocal) refuseWeakToken(host, userToken)
  refuseWeakHookToken(env.HEDDLE_HOOK_TOKEN)

  const { dir, file } = await folderOf(options.dir)
  const workspace = await open(dir)
  const notices: string[] = []
  const { config, problem } = await readWorkspaceConfig(workspace.root)
  if (problem !== undefined) notices.push(problem)

  const store = createSqliteStore({
    file: join(options.checkpointDir ?? join(workspace.root, '.heddle'), 'runs.db'),
    ...(options.durability !== undefined && { durability: options.durability }),
  })
  const models = createModels({ env, ...(config.prices !== undefined && { prices: config.prices }) })
  const agents = createAgents(workspace.root)
  const readConfig = () => readWorkspaceConfig(workspace.root)
  const trust = createTrust(env)
  const tools = () => createToolbox({ workspace: workspace.root, env, modules: config.tools ?? [], ...(config.effects !== undefined && { effects: config.effects }), trusted: () => trust.isTrusted(workspace.root) })
  const executor = createExecutor({ env, config, models, agents, workspace: workspace.root, tools })
  const onAppended = process.env.HEDDLE_TEST_BUILD === '1' ? crashPoint(env.FAULT) : undefined
  const engine = createEngine({ store, clock: systemClock, ids: createIds(systemClock), executor, owner: createOwner(), decide, ...(onAppended !== undefined && { onAppended }) })

  // The port is part of the sessions' name, so it is taken before anything answers on it.
  let server: Server
  let port: number
  const early: { listener: Parameters<typeof createHttpServer>[0] } = { listener: (_, outgoing) => void outgoing.writeHead(503).end() }
  try {
    server = createHttpServer((incoming, outgoing) => early.listener(incoming, outgoing))
    port = await listen(server, host, options.port)
  } catch (error) {
    workspace.close()
    throw error
  }

  const secret = await readSecret(userStateFolder(env))
  if (!secret.kept) notices.push(`Sessions end with this server: its key could not be kept in ${userStateFolder(env)}.`)
  const sessions = createSessions({ key: secret.key, port, scope: workspace.root, now: Date.now, ...(!isLocal && userToken !== undefined && { userToken }) })
  const hookToken = createHookToken({ env, workspace: workspace.root })
  const names = isLocal ? [host] : [host, hostname(), ...addressesOfThisMachine()]
  const catalogue = createCatalogue({ env, readConfig, models, agents, tools: createToolCatalogue({ env, workspace: workspace.root, readConfig, agents }) })
  const scheduler = createScheduler({
    workspace,
    start: (file) => startFile({ workspace, engine, catalogue }, file),
    runsOf: (filter) => engine.list(filter),
    scheduleOf: (run) => recordedSchedule(store, run),
    trusted: () => trust.isTrusted(workspace.root),
    clock: systemClock,
    onNotice: ({ message }) => onNotice(message),
    onError,
  })
  const app = createApp({
    workspace,
    engine,
    watchRuns: store.watch,
    catalogue,
    schedules: scheduler,
    sessions,
    isOurHost: hostList(port, names),
    hookToken,
    version: options.version ?? (await ownVersion()),
    staticDir,
    onError,
  })
  early.listener = app.listener

  if (!existsSync(join(staticDir, 'index.html'))) notices.push('The editor is not built: run `npm run build` in the folder of Heddle.')
  const address = `http://${shownHost(host)}:${port}/`
  if (!isLocal) {
    notices.push(`Whoever can reach port ${port} of this machine and has the token can read and change the workflows in ${workspace.root} and run them with your keys. The connection is not encrypted.`)
  }
  // Beyond loopback the user's own token is asked for; it is not printed, since it is good for ever.
  const issueUrl = () => `${address}?${new URLSearchParams({ token: sessions.issueToken(), ...(file !== null && { file }) }).toString()}`

  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    const stopped = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    scheduler.close()
    app.close()
    // Records what is under way before the last connection is cut.
    await engine.close()
    await store.close()
    server.closeAllConnections()
    await stopped
  }

  async function hooks(): Promise<{ readonly agents: readonly string[]; readonly token: string }> {
    const { files } = await workspace.listing.refresh()
    const agents = [...new Set(files.filter(isHook).map(agentNameOf))]
    // The token is made when something needs it.
    return { agents, token: agents.length === 0 ? '' : (await hookToken.read()).token }
  }

  const url = issueUrl()
  if (options.open === true) void openBrowser(url)
  return { url, address, port, host, notices, issueUrl, hooks, close: () => (closing ??= close()) }
}

async function folderOf(path: string): Promise<{ readonly dir: string; readonly file: string | null }> {
  // What is not there, may not be read or is no workflow is said by whoever opens the folder.
  const isFile = /\.(ya?ml|json)$/i.test(path) && await stat(path).then((found) => found.isFile(), () => false)
  return isFile ? { dir: dirname(path), file: basename(path) } : { dir: path, file: null }
}

async function open(dir: string): Promise<Workspace> {
  try {
    return await openWorkspace(dir)
  } catch (error) {
    switch (errnoOf(error)) {
      case 'ENOENT':
        throw new ServeError(`there is no folder ${dir}`, 'Make it first, or name another one.')
      case 'ENOTDIR':
        throw new ServeError(`${dir} is not a folder`, 'Name the folder that it is in, or a workflow: a .yaml, .yml or .json file.')
      case 'EACCES':
      case 'EPERM':
        throw new ServeError(`the folder ${dir} may not be read`, 'Check its permissions.')
      default:
        throw error
    }
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function refuseWeakToken(host: string, token: string | undefined): void {
  if (token === undefined) {
    throw new ServeError(`--host ${host} lets other machines in, so it needs a token of yours`, 'Set HEDDLE_TOKEN to a long random text (for example from `openssl rand -hex 32`), or leave out --host.')
  }
  if (token.length < 16) throw new ServeError('HEDDLE_TOKEN is too short to keep others out', 'Use at least 16 characters, for example from `openssl rand -hex 32`.')
}

function refuseWeakHookToken(token: string | undefined): void {
  const given = token?.trim() ?? ''
  if (given !== '' && (given.length < 16 || !/^[\x21-\x7e]+$/.test(given))) throw new ServeError('HEDDLE_HOOK_TOKEN is no good token', 'Use at least 16 characters of ASCII without spaces, for example from `openssl rand -hex 32`.')
}

/** What a browser on this machine can open: a wildcard is an address to listen on, not one to go to. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname()
  return host.includes(':') ? `[${host}]` : host
}

function addressesOfThisMachine(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address.split('%')[0] ?? address))
}

/** Beside the built server, or where the build puts it when this runs from its source. */
function builtEditor(): string {
  const beside = fileURLToPath(new URL('../app', import.meta.url))
  return existsSync(join(beside, 'index.html')) ? beside : fileURLToPath(new URL('../dist/app', import.meta.url))
}

async function ownVersion(): Promise<string> {
  for (const place of ['../package.json', '../../package.json', '../../../package.json']) {
    try {
      const found: unknown = JSON.parse(await readFile(new URL(place, import.meta.url), 'utf8'))
      if (typeof found === 'object' && found !== null && 'name' in found && found.name === 'heddle' && 'version' in found) return String(found.version)
    } catch {
      // Not there: it stands one folder further up.
    }
  }
  return '0.0.0'
}

async function openBrowser(url: string): Promise<void> {
  try {
    const { default: openUrl } = await import('open')
    await openUrl(url)
  } catch {
    // There may be no browser on this machine; the address is printed all the same.
  }
}

function printNotice(message: string): void {
  process.stderr.write(`heddle: ${message}\n`)
}

function printError(error: unknown): void {
  process.stderr.write(`heddle: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
