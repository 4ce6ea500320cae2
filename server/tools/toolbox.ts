import { realpathSync } from 'node:fs'
import type { Env } from '../providers/index.ts'
import { createCache } from './cache.ts'
import type { ModuleLimits } from './modules/process.ts'
import { moduleName } from './modules/read.ts'
import { createModuleSources, type ModuleSources } from './modules/source.ts'
import { createMcpSources } from './mcp/source.ts'
import { resolveIn, resolveName, TRUST_HINT, type Look, type Resolved } from './resolve.ts'
import type { Level, ToolSource } from './source.ts'
import { createCompute } from './std/compute.ts'
import type { HttpOptions } from './std/http.ts'
import type { ShellOptions } from './std/shell.ts'
import { stdTools } from './std/index.ts'
import { stdSources } from './std/source.ts'
import type { FoundTool, ListedModule, ToolInfo, ToolProblem, WorkspaceTools } from './tool.ts'

export type ToolboxOptions = HttpOptions & Pick<ShellOptions, 'flood'> & {
  /** The workspace's folder. */
  readonly workspace: string
  readonly env: Env
  /** The user's modules, as `heddle.json` lists them under `tools`. */
  readonly modules?: readonly string[]
  /** Tools of the program itself: found before all others. */
  readonly own?: ToolSource
  /** Does the user trust the folder? Without it none of its code runs and none of its servers is started. Default false. */
  readonly trusted?: boolean | (() => Promise<boolean>)
  /** The effects that tools of servers have, by `server.tool`, where their own remarks are wrong. */
  readonly effects?: ReadonlyMap<string, string>
  /** For the user's modules. */
  readonly limits?: Partial<ModuleLimits>
}

/** The tools of one run. Nothing is started before a tool needs it. */
export function createToolbox(options: ToolboxOptions): WorkspaceTools {
  const workspace = realFolder(options.workspace)
  const { env, modules = [], limits } = options
  let decided: Promise<boolean> | undefined
  const isTrusted = (): Promise<boolean> => (decided ??= typeof options.trusted === 'function' ? options.trusted() : Promise.resolve(options.trusted ?? false))
  const compute = createCompute()
  const cache = createCache(workspace, env)
  const std = stdSources(stdTools({ ...options, compute }))
  const ofModules = (names: readonly string[]): ModuleSources => createModuleSources(names, { workspace, env, cache, ...(limits === undefined ? {} : { limits }) })
  const listed = ofModules(modules)
  const servers = createMcpSources({ workspace, env, cache, ...(options.effects === undefined ? {} : { effects: options.effects }) })
  const levelsNow = async (): Promise<readonly Level[]> => [...(options.own === undefined ? [] : [[options.own]]), listed.sources, std, await servers.sources()]
  /** Modules that files name themselves: processes of their own, opened on first use. */
  const further = new Map<string, ModuleSources>()

  const look: Look = async (source) => {
    if (source.here) return source.load()
    // What is known of the same text needs no process to be found by name.
    const known = await source.known()
    if (known !== null) return known
    return (await isTrusted()) ? source.load() : null
  }
  function moduleSource(name: string): ToolSource {
    const module = moduleName(name)
    const known = listed.sources.find((source) => source.module === module)
    if (known !== undefined) return known
    let own = further.get(module)
    if (own === undefined) {
      own = ofModules([module])
      further.set(module, own)
    }
    return own.sources[0]!
  }
  /** The sources that a file's own `tools` name: modules by their paths, others by their names. */
  function ownLevel(own: readonly string[], levels: readonly Level[]): Level {
    return own.flatMap((name) => {
      const source = levels.flat().find(({ module }) => module === name)
      if (source !== undefined) return [source]
      return isModulePath(name) ? [moduleSource(name)] : []
    })
  }
  async function resolve(name: string, own: readonly string[]): Promise<Resolved> {
    const levels = await levelsNow()
    return resolveName(name, [ownLevel(own, levels), ...levels], look)
  }

  return {
    workspace,
    find: async (name, own = []) => toFound(await resolve(name, own), await isTrusted()),
    async describe(name, own = []) {
      const resolved = await resolve(name, own)
      return resolved.ok === true ? { ok: true, info: plain(resolved.info) } : resolved
    },
    list: async () => Promise.all((await levelsNow()).flat().map((source) => listOne(source, look))),
    async listSource(name) {
      if (name === 'std') return Promise.all(std.map((source) => listOne(source, look)))
      const levels = await levelsNow()
      const source = levels.flat().find(({ module }) => module === name) ?? (isModulePath(name) ? moduleSource(name) : undefined)
      if (source === undefined) return [{ module: name, tools: [], problem: unknownModule(name, levels.flat()) }]
      return [await listOne(source, async (one) => (one.here || (await isTrusted()) ? one.load() : one.known()))]
    },
    async findIn(module, name) {
      const levels = await levelsNow()
      const source = levels.flat().find((one) => one.module === module) ?? (isModulePath(module) ? moduleSource(module) : undefined)
      if (source === undefined) return { ok: false, error: unknownModule(module, levels.flat()) }
      return toFound(await resolveIn(source, name, look), await isTrusted())
    },
    async close() {
      await Promise.all([compute.close(), servers.close(), listed.close(), ...[...further.values()].map((one) => one.close())])
    },
  }
}

function isModulePath(name: string): boolean {
  return !name.includes('::') && /\.[cm]?[jt]s$/.test(name)
}

async function listOne(source: ToolSource, look: Look): Promise<ListedModule> {
  const seen = await look(source)
  if (seen === null) return { module: source.module, tools: [], problem: notLooked(source) }
  return seen.ok ? { module: source.module, tools: seen.tools.map(plain) } : { module: source.module, tools: [], problem: seen.problem }
}

/** What is known of a tool, without what runs it. */
function plain({ name, module, description, input, output, raises, idempotent }: ToolInfo): ToolInfo {
  return { name, module, description, input, ...(output === undefined ? {} : { output }), raises, ...(idempotent === undefined ? {} : { idempotent }) }
}

function notLooked({ module }: ToolSource): ToolProblem {
  return { kind: 'untrusted', message: `${module} is not started since this folder is not trusted`, hint: TRUST_HINT }
}

function toFound(resolved: Resolved, trusted: boolean): FoundTool {
  if (resolved.ok !== true) return { ok: false, error: resolved.problem }
  // What is known from before may be looked at in any folder; it runs in a trusted one only.
  if (!trusted && !resolved.source.here) return { ok: false, error: notLooked(resolved.source) }
  return { ok: true, tool: resolved.source.tool(resolved.info) }
}

function unknownModule(module: string, sources: readonly ToolSource[]): { readonly kind: 'unknown'; readonly message: string } {
  return { kind: 'unknown', message: `there is no module "${module}"; known: ${sources.map((source) => source.module).join(', ')}` }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    // It is gone: whatever reads it will say so.
    return folder
  }
}
