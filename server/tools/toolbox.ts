import { realpathSync } from 'node:fs'
import type { Env } from '../providers/index.ts'
import { resolveIn, resolveName, type Look, type Resolved } from './resolve.ts'
import type { Level, ToolSource } from './source.ts'
import { createCompute } from './std/compute.ts'
import type { HttpOptions } from './std/http.ts'
import type { ShellOptions } from './std/shell.ts'
import { stdTools } from './std/index.ts'
import { stdSources } from './std/source.ts'
import type { FoundTool, Toolbox } from './tool.ts'

export type ToolboxOptions = HttpOptions & Pick<ShellOptions, 'flood'> & {
  /** The workspace's folder. */
  readonly workspace: string
  readonly env: Env
}

/** The tools of one run. Nothing is started before a tool needs it. */
export function createToolbox(options: ToolboxOptions): Toolbox {
  const workspace = realFolder(options.workspace)
  const compute = createCompute()
  const std = stdSources(stdTools({ ...options, compute }))
  const levels: readonly Level[] = [std]
  const look: Look = (source) => source.load()
  return {
    workspace,
    find: async (name) => toFound(await resolveName(name, levels, look)),
    async findIn(module, name) {
      const source = levels.flat().find((one) => one.module === module)
      if (source === undefined) return { ok: false, error: unknownModule(module, levels.flat()) }
      return toFound(await resolveIn(source, name, look))
    },
    async close() {
      await compute.close()
    },
  }
}

function toFound(resolved: Resolved): FoundTool {
  return resolved.ok === true ? { ok: true, tool: resolved.source.tool(resolved.info) } : { ok: false, error: resolved.problem }
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
