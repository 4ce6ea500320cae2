import type { Env } from '../../providers/index.ts'
import type { CatalogueCache } from '../cache.ts'
import type { Listed, ToolSource } from '../source.ts'
import type { ToolInfo, ToolProblem } from '../tool.ts'
import { createModuleProcess, type ModuleLimits, type ModuleProcess } from './process.ts'
import { moduleName, readModule, type ModuleText, type ReadModule } from './read.ts'

export type ModuleSourcesOptions = {
  readonly workspace: string
  readonly env: Env
  readonly cache: CatalogueCache
  readonly limits?: Partial<ModuleLimits>
}

export type ModuleSources = {
  readonly sources: readonly ToolSource[]
  close(): Promise<void>
}

/** The user's modules of a run: one process for all of them, read and started when one is needed. */
export function createModuleSources(names: readonly string[], { workspace, env, cache, limits }: ModuleSourcesOptions): ModuleSources {
  const modules = [...new Set(names.map(moduleName))]
  let texts: Promise<ReadonlyMap<string, ReadModule>> | undefined
  let running: Promise<ModuleProcess> | undefined
  const read = (): Promise<ReadonlyMap<string, ReadModule>> => (texts ??= Promise.all(modules.map(async (module) => [module, await readModule(workspace, module)] as const)).then((entries) => new Map(entries)))
  const started = (): Promise<ModuleProcess> =>
    (running ??= read().then((found) =>
      createModuleProcess({ workspace, env, modules: [...found.values()].flatMap((one) => (one.ok ? [one.text] : [])), ...(limits === undefined ? {} : { limits }) }),
    ))

  const sources = modules.map((module): ToolSource => {
    const text = async (): Promise<{ readonly ok: true; readonly text: ModuleText } | { readonly ok: false; readonly problem: ToolProblem }> => {
      const found = (await read()).get(module)!
      return found.ok ? found : { ok: false, problem: { kind: 'unavailable', message: found.message, ...(found.hint === undefined ? {} : { hint: found.hint }) } }
    }
    let fresh: Promise<Listed> | undefined
    async function load(): Promise<Listed> {
      const found = await text()
      if (!found.ok) return found
      const loaded = (await (await started()).load()).get(module)
      if (loaded?.ok !== true) return { ok: false, problem: { kind: 'unavailable', message: loaded?.message ?? `the module ${module} was not loaded` } }
      await cache.write(hashOf(found.text), loaded.tools)
      return { ok: true, tools: loaded.tools }
    }
    return {
      module,
      async known() {
        const found = await text()
        if (!found.ok) return found
        const tools = await cache.read(hashOf(found.text))
        return tools === null ? null : { ok: true, tools }
      },
      load: () => (fresh ??= load()),
      tool: (info: ToolInfo) => ({ ...info, run: async (input, context) => (await started()).call(module, info.name, input, context) }),
    }
  })
  return {
    sources,
    async close() {
      await (await running)?.close()
    },
  }
}

function hashOf({ module, hash }: ModuleText): string {
  return `module\0${module}\0${hash}`
}
