import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { CallToolResultSchema, ListToolsResultSchema, McpError, type ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import type { Json } from '../../../src/core/index.ts'
import type { Env } from '../../providers/index.ts'
import { createRedactor } from '../../providers/redact.ts'
import { allowedEnvironment } from '../process/environment.ts'
import { ToolError, type JsonSchema, type ToolContext, type ToolInfo } from '../tool.ts'
import { expandServer, type WrittenServer } from './config.ts'
import { createHttpTransport, readHttpFault, wasDropped } from './http.ts'
import { NotSent, StdioTransport } from './stdio.ts'

export type McpLimits = {
  /** For starting and listing. Milliseconds. */
  readonly start: number
}

export const mcpLimits: McpLimits = { start: 60_000 }

/** A server that was started. */
export type McpServer = {
  readonly tools: readonly ToolInfo[]
  /** It has ended, or has forgotten us: another one has to be started. */
  readonly gone: boolean
  call(tool: string, input: Json, context: ToolContext): Promise<Json>
  close(): Promise<void>
}

export type McpOptions = {
  readonly workspace: string
  readonly env: Env
  /** The effect of a tool, by `server.tool`, where the server's own remarks are wrong. */
  readonly effects?: ReadonlyMap<string, string>
  readonly limits?: Partial<McpLimits>
}

/** No longer than a timer can wait: the node's own time limit ends a call. */
const LONGEST = 2_147_483_647
const MOST_PAGES = 50
const MOST_TOOLS = 2_000

/** Starts a server and asks what it offers. Rejects with a ToolError that says what is wrong with it, no key in it. */
export async function startServer(name: string, written: WrittenServer, { workspace, env, effects = new Map<string, string>(), limits = {} }: McpOptions): Promise<McpServer> {
  const expanded = expandServer(written, env)
  if (!expanded.ok) throw new ToolError(`the MCP server "${name}" cannot be started: ${expanded.message}`, expanded.hint)
  const { settings, secrets } = expanded
  const redact = createRedactor(secrets)
  const stdio = settings.type === 'stdio' ? new StdioTransport(settings, workspace, allowedEnvironment(env)) : null
  const http = settings.type === 'http' ? createHttpTransport(settings) : null
  const transport = (stdio ?? http)!
  const client = new Client({ name: 'heddle', version: '1' }, { capabilities: {} })
  const limit = AbortSignal.timeout(limits.start ?? mcpLimits.start)
  /** Its last words, where it is a program. */
  const said = (most: number): string => (stdio === null || stdio.said.trim() === '' ? '' : `. It said: ${stdio.said.trim().slice(-most)}`)
  const failed = (doing: string, error: unknown): ToolError => {
    const why = limit.aborted ? `no answer within ${(limits.start ?? mcpLimits.start) / 1_000} s` : (stdio?.exited ?? faultOf(error).message)
    return new ToolError(redact.text(`the MCP server "${name}" cannot be ${doing}: ${why}${said(1_000)}`), settings.type === 'stdio' ? `Check "${name}" in .mcp.json: ${redact.text([settings.command, ...settings.args].join(' '))}` : `Check the url of "${name}" in .mcp.json, and that it can be reached.`)
  }
  let closing = false
  /** `lost`: nobody knows what it made of the request. */
  const faultOf = (error: unknown): { readonly message: string; readonly lost: boolean } => {
    if (error instanceof NotSent) return { message: error.message, lost: false }
    if (closing && http !== null) return { message: 'the connection to it was closed before it answered', lost: true }
    if (wasDropped(error)) return { message: (error as McpError).message.replace(/^MCP error -?\d+: /, ''), lost: true }
    if (stdio?.ended !== undefined) return { message: stdio.ended, lost: true }
    if (error instanceof McpError) return { message: error.message.replace(/^MCP error -?\d+: /, ''), lost: false }
    if (error instanceof Error && 'issues' in error) return { message: 'its answer is not what MCP asks for', lost: true }
    return http === null ? { message: error instanceof Error ? error.message : String(error), lost: true } : readHttpFault(error)
  }
  try {
    await client.connect(transport, { signal: limit, timeout: LONGEST })
  } catch (error) {
    const fault = failed('started', error)
    await transport.close().catch(() => {})
    throw fault
  }
  const close = async (): Promise<void> => {
    closing = true
    await client.close().catch(() => {})
    await transport.close().catch(() => {})
  }
  let tools: readonly ToolInfo[]
  try {
    tools = (await listTools(client, limit)).map((tool) => describe(name, tool, effects))
  } catch (error) {
    const fault = failed('asked for its tools', error)
    await close()
    throw fault
  }
  return {
    tools,
    close,
    get gone() {
      return stdio?.exited !== undefined || http?.forgotten === true
    },
    async call(tool, input, context) {
      const [effect] = tools.find((one) => one.name === tool)?.raises ?? []
      await context.raise(effect ?? `mcp::${name}::${tool}`, input)
      if (stdio?.exited !== undefined) throw new ToolError(redact.text(`the MCP server "${name}" was not asked: ${stdio.exited}${said(500)}`))
      let given
      try {
        given = await client.request(
          { method: 'tools/call', params: { name: tool, arguments: input as { [key: string]: unknown }, _meta: { 'heddle/idempotencyKey': context.idempotencyKey } } },
          CallToolResultSchema,
          { signal: context.signal, timeout: LONGEST },
        )
      } catch (error) {
        if (context.signal.aborted) throw context.signal.reason
        const { message, lost } = faultOf(error)
        throw new ToolError(redact.text(`the MCP server "${name}" ${lost ? 'gave no answer' : error instanceof NotSent ? 'was not asked' : 'refused the call'}: ${message}${stdio?.exited === undefined ? '' : said(500)}`), undefined, undefined, lost ? 'lost' : 'tool')
      }
      const content = given.content as readonly { readonly type: string; readonly text?: string }[]
      if (given.isError === true) throw new ToolError(redact.text(textOf(content) || 'it failed without saying why'))
      if (given.structuredContent !== undefined) return given.structuredContent as Json
      return content.every(({ type }) => type === 'text') ? textOf(content) : (content as unknown as Json)
    },
  }
}

async function listTools(client: Client, signal: AbortSignal): Promise<ListToolsResult['tools']> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const found: ListToolsResult['tools'] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES && found.length < MOST_TOOLS; page += 1) {
    const answer: ListToolsResult = await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, ListToolsResultSchema, { signal, timeout: LONGEST })
    found.push(...answer.tools)
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  return found.slice(0, MOST_TOOLS)
}

/** What a server remarks of its tools is a hint: it names the effect, and decides nothing. */
function describe(server: string, { name, description, title, inputSchema, outputSchema, annotations }: ListToolsResult['tools'][number], effects: ReadonlyMap<string, string>): ToolInfo {
  const effect = effects.get(`${server}.${name}`) ?? (annotations?.readOnlyHint === true ? `mcp::${server}::read` : `mcp::${server}::${name}`)
  return {
    name,
    module: `mcp::${server}`,
    description: description ?? title ?? annotations?.title ?? '',
    input: inputSchema as JsonSchema,
    ...(outputSchema === undefined ? {} : { output: outputSchema as JsonSchema }),
    raises: [effect],
    ...(annotations?.idempotentHint === true || annotations?.readOnlyHint === true ? { idempotent: true } : {}),
  }
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n')
}
