import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isWhole, lineStarts, lookup, nearest, positionAt, readSource, resolve, toJson, type Format, type RunError, type SourceMap } from '../../src/core/index.ts'
import { builtInAgents, type Agent } from './built-in-agents.ts'

export type { Agent } from './built-in-agents.ts'

export type FoundAgent = { readonly ok: true; readonly agent: Agent } | { readonly ok: false; readonly error: RunError }

/** The agent types that nodes may name. Read anew each time, so that an edited file counts at once. */
export type Agents = {
  find(type: string): Promise<FoundAgent>
  /** The workspace's own first; unreadable files are left out. */
  list(): Promise<readonly Agent[]>
}

/** Larger than any prompt one would write. */
const maxBytes = 1024 * 1024

/** The agents of a workspace, `agents/*.yaml`, before the built-in ones. */
export function createAgents(workspace: string | null): Agents {
  const read = () => (workspace === null ? Promise.resolve([]) : readFolder(workspace))
  return {
    async find(type) {
      const files = await read()
      const own = files.find((file) => (file.ok ? file.agent.id === type : false)) ?? files.find(({ stem }) => stem === type)
      if (own?.ok === false) return { ok: false, error: own.error }
      const agent = own?.agent ?? builtInAgents.find(({ id }) => id === type)
      if (agent !== undefined) return { ok: true, agent }
      const known = [...new Set([...files.flatMap((file) => (file.ok ? [file.agent.id] : [])), ...builtInAgents.map(({ id }) => id)])]
      const meant = nearest(type, known)
      return {
        ok: false,
        error: {
          kind: 'unknown-agent',
          message: `there is no agent "${type}"${meant === null ? '' : `; did you mean "${meant}"?`}`,
          hint: `Known agents: ${known.join(', ')}. A workspace defines its own in agents/${/^[\w.-]+$/.test(type) ? type : 'NAME'}.yaml.`,
        },
      }
    },
    async list() {
      const own = (await read()).flatMap((file) => (file.ok ? [file.agent] : []))
      const ids = new Set(own.map(({ id }) => id))
      return [...own, ...builtInAgents.filter(({ id }) => !ids.has(id))]
    },
  }
}

type AgentFile = { readonly stem: string } & FoundAgent

async function readFolder(workspace: string): Promise<readonly AgentFile[]> {
  let names: string[]
  try {
    names = await readdir(join(workspace, 'agents'))
  } catch {
    // No folder, or one that may not be read: the built-in agents are there all the same.
    return []
  }
  const files = names.filter((name) => /\.(ya?ml|json)$/i.test(name)).toSorted()
  return Promise.all(files.map((name) => readAgentFile(workspace, `agents/${name}`)))
}

async function readAgentFile(workspace: string, file: string): Promise<AgentFile> {
  const stem = file.slice('agents/'.length).replace(/\.\w+$/, '')
  try {
    const bytes = await readFile(join(workspace, file))
    if (bytes.byteLength > maxBytes) return { stem, ...unusable(file, 'is larger than 1 MB') }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { stem, ...parseAgent(text, /\.json$/i.test(file) ? 'json' : 'yaml', file, stem) }
  } catch (error) {
    const reason = error instanceof TypeError ? 'is not UTF-8' : error instanceof Error && 'code' in error ? `cannot be read (${String(error.code)})` : 'cannot be read'
    return { stem, ...unusable(file, reason) }
  }
}

/** Reads the text of an agent file. Without a `name` the agent is called like its file. */
export function parseAgent(text: string, format: Format, file: string, stem: string): FoundAgent {
  const source = readSource(text, format)
  if (!isWhole(source)) {
    const first = source.diagnostics.find(({ severity }) => severity === 'error')
    const at = first?.range === undefined ? '' : `:${positionAt(lineStarts(text), first.range.start).line}`
    return unusable(`${file}${at}`, `cannot be read: ${first?.message ?? 'it does not parse'}`)
  }
  const root = resolve(source.root)
  if (root?.kind !== 'map') return unusable(file, 'is not a map of fields: write name, description and system_prompt')
  const prompt = textOf(root, 'system_prompt') ?? textOf(root, 'prompt')
  if (prompt === undefined) return unusable(file, 'has no system_prompt: say there what the agent is and how it works')
  const model = textOf(root, 'model') ?? modelOf(root)
  return {
    ok: true,
    agent: {
      id: textOf(root, 'name') ?? textOf(root, 'id') ?? stem,
      description: textOf(root, 'description') ?? '',
      system_prompt: prompt,
      ...(model === undefined ? {} : { model }),
      tools: listOf(root, 'tools'),
      file,
    },
  }
}

/** `llm: { provider, model }`, as agent files of workflows write it. */
function modelOf(root: SourceMap): string | undefined {
  const llm = resolve(lookup(root, 'llm')?.value ?? null)
  if (llm?.kind !== 'map') return undefined
  const provider = textOf(llm, 'provider')
  const model = textOf(llm, 'model')
  return provider === undefined || model === undefined ? undefined : `${provider}:${model}`
}

function textOf(map: SourceMap, key: string): string | undefined {
  const node = resolve(lookup(map, key)?.value ?? null)
  const text = node?.kind === 'scalar' && node.value !== null ? node.text.trim() : ''
  return text === '' ? undefined : text
}

function listOf(map: SourceMap, key: string): readonly string[] {
  const value = toJson(lookup(map, key)?.value ?? null)
  const items = Array.isArray(value) ? value : [value]
  return items.filter((item): item is string => typeof item === 'string' && item.trim() !== '').map((item) => item.trim())
}

function unusable(file: string, reason: string): { readonly ok: false; readonly error: RunError } {
  return { ok: false, error: { kind: 'error', message: `the agent file ${file} ${reason}` } }
}
