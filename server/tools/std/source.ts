import type { ToolSource } from '../source.ts'
import type { Tool } from '../tool.ts'

/** The modules of Heddle's own: always known, nothing to start. */
export function stdSources(tools: readonly Tool[]): readonly ToolSource[] {
  const modules = [...new Set(tools.map(({ module }) => module))]
  return modules.map((module) => {
    const own = tools.filter((tool) => tool.module === module)
    const listed = { ok: true, tools: own } as const
    return {
      module,
      here: true,
      known: () => Promise.resolve(listed),
      load: () => Promise.resolve(listed),
      tool(info) {
        const found = own.find(({ name }) => name === info.name)
        if (found === undefined) throw new Error(`${module} has no tool ${info.name}`)
        return found
      },
    }
  })
}
