import { nearest } from '../../src/core/index.ts'
import type { Level, Listed, ToolSource } from './source.ts'
import type { ToolInfo, ToolProblem } from './tool.ts'

export type Resolved =
  | { readonly ok: true; readonly source: ToolSource; readonly info: ToolInfo }
  | { readonly ok: false; readonly problem: ToolProblem }
  /** Something that may hold the tool was not looked into: nothing can be said. */
  | { readonly ok: null; readonly problem: ToolProblem }

/** How code and servers of a folder come to run. */
export const TRUST_HINT = 'heddle trust lets the code and the servers of this folder run; --trust does so for one command.'

/** Looks into a source; null when it was not looked into. */
export type Look = (source: ToolSource) => Promise<Listed | null>

/**
 * The tool that a name means. Levels are searched in order and the first that has it wins; two tools of
 * one level that are called so are ambiguous. `server.tool` and `std::fs.read` name the source as well.
 * A source that cannot be looked into ends the search: the tool might be there, and another one in its
 * place would be wrong.
 */
export async function resolveName(name: string, levels: readonly Level[], look: Look): Promise<Resolved> {
  const qualified = qualify(name, levels.flat())
  if (qualified !== null) return resolveIn(qualified.source, qualified.name, look)
  const seen: ToolInfo[] = []
  for (const level of levels) {
    const found: { readonly source: ToolSource; readonly info: ToolInfo }[] = []
    let blocked: Resolved | undefined
    const listings = await Promise.all(level.map(async (source) => ({ source, listed: await look(source) })))
    for (const { source, listed } of listings) {
      if (listed === null) blocked ??= { ok: null, problem: unseen(name, source) }
      else if (!listed.ok) blocked ??= { ok: false, problem: listed.problem }
      else {
        seen.push(...listed.tools)
        for (const info of listed.tools) if (info.name === name) found.push({ source, info })
      }
    }
    const [first, second] = found
    if (second !== undefined) return { ok: false, problem: ambiguous(name, found.map(({ info }) => info)) }
    if (first !== undefined) return { ok: true, ...first }
    if (blocked !== undefined) return blocked
  }
  return { ok: false, problem: unknown(name, seen, levels.flat()) }
}

/** A tool of one source. */
export async function resolveIn(source: ToolSource, name: string, look: Look): Promise<Resolved> {
  const listed = await look(source)
  if (listed === null) return { ok: null, problem: unseen(name, source) }
  if (!listed.ok) return { ok: false, problem: listed.problem }
  const info = listed.tools.find((tool) => tool.name === name)
  if (info !== undefined) return { ok: true, source, info }
  const meant = nearest(name, listed.tools.map((tool) => tool.name))
  const names = listed.tools.map((tool) => tool.name)
  return {
    ok: false,
    problem: {
      kind: 'unknown',
      message: `${source.module} has no tool "${name}"${meant === null ? '' : `; did you mean "${meant}"?`}`,
      hint: names.length === 0 ? 'It has no tools at all.' : `It has ${shorten(names)}.`,
    },
  }
}

/** How a tool is named so that it can mean no other. */
export function fullName({ module, name }: Pick<ToolInfo, 'module' | 'name'>): string {
  return module.startsWith('mcp::') ? `${module.slice('mcp::'.length)}.${name}` : `${module}.${name}`
}

function qualify(name: string, sources: readonly ToolSource[]): { readonly source: ToolSource; readonly name: string } | null {
  for (const source of sources) {
    for (const prefix of [`${source.module}.`, ...(source.module.startsWith('mcp::') ? [`${source.module.slice('mcp::'.length)}.`] : [])]) {
      if (name.startsWith(prefix) && name.length > prefix.length) return { source, name: name.slice(prefix.length) }
    }
  }
  return null
}

function unseen(name: string, { module }: ToolSource): ToolProblem {
  return {
    kind: 'untrusted',
    message: `the tool "${name}" may come from ${module}, which is not started since this folder is not trusted`,
    hint: TRUST_HINT,
  }
}

function ambiguous(name: string, found: readonly ToolInfo[]): ToolProblem {
  const names = found.map(fullName)
  return { kind: 'ambiguous', message: `the tool "${name}" is ambiguous: ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`, hint: `Write ${names[0] ?? ''} to mean that one.` }
}

function unknown(name: string, seen: readonly ToolInfo[], sources: readonly ToolSource[]): ToolProblem {
  const meant = nearest(name, [...seen.map((info) => info.name), ...seen.filter(({ module }) => module.startsWith('mcp::')).map(fullName)])
  const server = /^([^.]+)\./.exec(name)?.[1]
  const servers = sources.flatMap(({ module }) => (module.startsWith('mcp::') ? [module.slice('mcp::'.length)] : []))
  const nearServer = server === undefined ? null : nearest(server, servers)
  const mend = meant === null ? (nearServer === null ? '' : `; did you mean the server "${nearServer}"?`) : `; did you mean "${meant}"?`
  return { kind: 'unknown', message: `there is no tool "${name}"${mend}`, hint: `Known tools: ${shorten([...new Set(seen.map((info) => info.name))])}. Own tools stand in a module that heddle.json lists, servers in .mcp.json.` }
}

function shorten(names: readonly string[]): string {
  return names.length <= 40 ? names.join(', ') : `${names.slice(0, 40).join(', ')} and ${names.length - 40} more`
}
