import type { CatalogueCache } from '../cache.ts'
import type { Listed, ToolSource } from '../source.ts'
import { ToolError, type ToolInfo, type ToolProblem } from '../tool.ts'
import { mcpLimits, startServer, type McpOptions, type McpServer } from './client.ts'
import { readMcpConfig, type McpServers, type WrittenServer } from './config.ts'

export type McpSources = {
  sources(): Promise<readonly ToolSource[]>
  close(): Promise<void>
}

type Started = { readonly starting: Promise<McpServer>; server?: McpServer }

/** The MCP servers of a workspace: read when a name is looked up, each started when it is needed. */
export function createMcpSources(options: McpOptions & { readonly cache: CatalogueCache }): McpSources {
  let config: Promise<McpServers> | undefined
  let made: Promise<readonly ToolSource[]> | undefined
  const running = new Map<string, Started>()
  /** Those that others have taken the place of: calls may be under way in them still. */
  const retired: Started[] = []

  /** The server, running: started anew where it has ended. */
  function started(name: string, written: WrittenServer): Promise<McpServer> {
    const known = running.get(name)
    if (known !== undefined && known.server?.gone !== true) return known.starting
    if (known !== undefined) retired.push(known)
    const one: Started = { starting: startServer(name, written, { limits: mcpLimits, ...options }) }
    running.set(name, one)
    one.starting.then(
      (server) => {
        one.server = server
      },
      // One that could not be started may be tried again.
      () => running.delete(name),
    )
    return one.starting
  }
  function sourceOf(name: string, written: WrittenServer): ToolSource {
    const hash = `mcp\0${name}\0${JSON.stringify(written)}\0${JSON.stringify([...(options.effects ?? [])])}`
    return {
      module: `mcp::${name}`,
      async known() {
        const tools = await options.cache.read(hash)
        return tools === null ? null : { ok: true, tools }
      },
      async load(): Promise<Listed> {
        try {
          const { tools } = await started(name, written)
          await options.cache.write(hash, tools)
          return { ok: true, tools }
        } catch (error) {
          return { ok: false, problem: problemOf(error) }
        }
      },
      tool: (info: ToolInfo) => ({ ...info, run: async (input, context) => (await started(name, written)).call(info.name, input, context) }),
    }
  }
  return {
    sources() {
      return (made ??= (config ??= readMcpConfig(options.workspace)).then(({ servers, problem }) => {
        if (problem !== undefined) return [unreadable(problem)]
        return [...servers].map(([name, written]) => sourceOf(name, written))
      }))
    },
    async close() {
      await Promise.all([...retired, ...running.values()].map(({ starting }) => starting.then((server) => server.close()).catch(() => {})))
    },
  }
}

function problemOf(error: unknown): ToolProblem {
  const hint = error instanceof ToolError ? error.hint : undefined
  return { kind: 'unavailable', message: error instanceof Error ? error.message : String(error), ...(hint === undefined ? {} : { hint }) }
}

/** A `.mcp.json` that cannot be read stands for servers that nobody knows. */
function unreadable(problem: string): ToolSource {
  const listed: Listed = { ok: false, problem: { kind: 'unavailable', message: problem.replaceAll('`', '"') } }
  return { module: '.mcp.json', known: () => Promise.resolve(listed), load: () => Promise.resolve(listed), tool: () => { throw new Error('there is no tool') } }
}
