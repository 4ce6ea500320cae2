import { dictionary, z } from '../../../src/protocol/schema.ts'
import type { Env } from '../../providers/index.ts'
import { join } from 'node:path'
import { decode, readBytes } from '../../workspace/read.ts'

const texts = dictionary(z.string())
const server = z.object({
  type: z.exactOptional(z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'])),
  command: z.exactOptional(z.string()),
  args: z.exactOptional(z.array(z.string())),
  env: z.exactOptional(texts),
  cwd: z.exactOptional(z.string()),
  url: z.exactOptional(z.string()),
  headers: z.exactOptional(texts),
})
const schema = z.object({ mcpServers: dictionary(server) })

/** A server as `.mcp.json` writes it, variables not filled in. */
export type WrittenServer = z.infer<typeof server>

export type McpServers = { readonly servers: ReadonlyMap<string, WrittenServer>; readonly problem?: string }

/** Reads `.mcp.json` of a workspace. One that cannot be read says why; nothing is started. */
export async function readMcpConfig(workspace: string): Promise<McpServers> {
  const none = new Map<string, WrittenServer>()
  const read = await readBytes(join(workspace, '.mcp.json'), '.mcp.json')
  if (!read.ok) return read.fault.code === 'file-not-found' ? { servers: none } : { servers: none, problem: read.fault.detail }
  const text = decode(read.value.bytes, '.mcp.json')
  if (!text.ok) return { servers: none, problem: text.fault.detail }
  let given: unknown
  try {
    given = JSON.parse(text.value.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { servers: none, problem: `.mcp.json is not JSON: ${error instanceof Error ? error.message : ''}` }
  }
  const parsed = schema.safeParse(given)
  if (parsed.success) return { servers: new Map(Object.entries(parsed.data.mcpServers)) }
  const [issue] = parsed.error.issues
  return { servers: none, problem: `.mcp.json: ${issue?.path.map(String).join('.') ?? ''} is not right: ${issue?.message ?? ''}` }
}

export type ServerSettings =
  | { readonly type: 'stdio'; readonly command: string; readonly args: readonly string[]; readonly env: { readonly [name: string]: string }; readonly cwd?: string }
  | { readonly type: 'http'; readonly url: URL; readonly headers: { readonly [name: string]: string } }

export type Expanded = { readonly ok: true; readonly settings: ServerSettings; /** What came from the environment: never to be shown. */ readonly secrets: readonly string[] } | { readonly ok: false; readonly message: string; readonly hint?: string }

/** Fills in `${NAME}`, `${NAME:-default}` and `${env:NAME}`, as programs that read `.mcp.json` do, and checks what comes of it. */
export function expandServer(written: WrittenServer, env: Env): Expanded {
  const missing = new Set<string>()
  const secrets = new Set<string>([...Object.values(written.env ?? {}), ...Object.values(written.headers ?? {})])
  const fill = (text: string): string =>
    text.replaceAll(/\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, otherwise: string | undefined) => {
      const value = env[name]
      if (value !== undefined && value !== '') {
        if (!/^(HOME|USER|PWD|PATH|LANG)$/.test(name)) secrets.add(value)
        return value
      }
      if (otherwise === undefined) missing.add(name)
      return otherwise ?? ''
    })
  const fillAll = (map: { readonly [name: string]: string } = {}): { [name: string]: string } => Object.fromEntries(Object.entries(map).map(([name, value]) => [name, fill(value)]))
  const { type, command, args = [], cwd, url } = written
  const filled = { command: fill(command ?? ''), args: args.map(fill), env: fillAll(written.env), url: fill(url ?? ''), headers: fillAll(written.headers), cwd: cwd === undefined ? undefined : fill(cwd) }
  for (const value of [...Object.values(filled.env), ...Object.values(filled.headers)]) secrets.add(value)
  if (missing.size > 0) return { ok: false, message: `it needs ${[...missing].join(', ')}, which the environment does not have`, hint: `Set ${[...missing][0]!}, or write a default: \${${[...missing][0]!}:-value}` }
  if (type === 'sse') return { ok: false, message: 'servers of the type "sse" are not spoken to', hint: 'Use its streamable HTTP address with "type": "http".' }
  if (filled.command !== '') return { ok: true, settings: { type: 'stdio', command: filled.command, args: filled.args, env: filled.env, ...(filled.cwd === undefined ? {} : { cwd: filled.cwd }) }, secrets: [...secrets] }
  if (filled.url === '') return { ok: false, message: 'it has neither a command nor a url' }
  try {
    const address = new URL(filled.url)
    if (address.protocol !== 'http:' && address.protocol !== 'https:') return { ok: false, message: 'its url is no http or https address' }
    return { ok: true, settings: { type: 'http', url: address, headers: filled.headers }, secrets: [...secrets] }
  } catch {
    return { ok: false, message: 'its url is no address' }
  }
}
