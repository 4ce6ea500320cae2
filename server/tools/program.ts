import type { Json } from '../../src/core/index.ts'
import { detachJson } from '../engine/json.ts'
import { isDefinedTool, type DefinedTool } from './define-tool.ts'
import { describeTool, readArguments } from './describe-tool.ts'
import type { Listed, ToolSource } from './source.ts'
import { ToolError } from './tool.ts'

/** What the tools of a program count as: files may write `program.note` for the one called `note`. */
export const PROGRAM = 'program'

/** The tools that a program hands over itself: they run in its process. Throws a TypeError at what `defineTool` did not make, and at two of one name. */
export function programSource(tools: readonly DefinedTool[]): ToolSource {
  const byName = new Map<string, DefinedTool>()
  for (const tool of tools) {
    if (!isDefinedTool(tool)) throw new TypeError('`tools` is a list of what `defineTool` gives')
    if (byName.has(tool.name)) throw new TypeError(`two of \`tools\` are called "${tool.name}"`)
    byName.set(tool.name, tool)
  }
  let described: Promise<Listed> | undefined
  async function describe(): Promise<Listed> {
    try {
      return { ok: true, tools: await Promise.all([...byName.values()].map((tool) => describeTool(PROGRAM, tool))) }
    } catch (error) {
      return { ok: false, problem: { kind: 'unavailable', message: error instanceof Error ? error.message : String(error) } }
    }
  }
  const load = (): Promise<Listed> => (described ??= describe())
  return {
    module: PROGRAM,
    here: true,
    known: load,
    load,
    tool(info) {
      const tool = byName.get(info.name)
      if (tool === undefined) throw new Error(`the program has no tool ${info.name}`)
      return {
        ...info,
        async run(input, context): Promise<Json> {
          const given: unknown = await tool.run(readArguments(tool, input) as never, context)
          const detached = detachJson(given === undefined ? null : given, Number.MAX_SAFE_INTEGER)
          if (!detached.ok) throw new ToolError(`its result ${detached.reason}`)
          return detached.value
        },
      }
    },
  }
}
