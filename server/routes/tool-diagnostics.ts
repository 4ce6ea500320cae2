import { dialectNamed, pathOfNode, type Analysis, type Diagnostic, type Plan } from '../../src/core/index.ts'
import type { Described, ToolInfo } from '../tools/tool.ts'
import { argumentDiagnostics } from './argument-diagnostics.ts'

export type ToolFindings = {
  readonly diagnostics: readonly Diagnostic[]
  /** The tools that were found, by the names that nodes call them. */
  readonly tools: ReadonlyMap<string, ToolInfo>
}

/** What is wrong with the tools that nodes name, and with the arguments that they are given. Nothing is called. */
export async function toolFindings(analysis: Analysis, plan: Plan, describe: (name: string) => Promise<Described>): Promise<ToolFindings> {
  const { reading } = analysis
  const tools = new Map<string, ToolInfo>()
  if (reading === null) return { diagnostics: [], tools }
  const found: Diagnostic[] = []
  const known = new Map<string, Promise<Described>>()
  const look = (name: string): Promise<Described> => {
    let described = known.get(name)
    if (described === undefined) {
      described = describe(name)
      known.set(name, described)
    }
    return described
  }
  for (const [index, node] of plan.nodes.entries()) {
    const report = (field: string, code: Diagnostic['code'], severity: Diagnostic['severity'], message: string): void => {
      const path = [...pathOfNode(dialectNamed(analysis.dialect), reading.model, index), field]
      const range = reading.origin.range(path)
      found.push({ code, severity, message, path, node: node.id, field, ...(range === undefined ? {} : { range }) })
    }
    const { work } = node
    const names = work.type === 'tool' ? [work.tool] : work.type === 'prompt' ? work.tools : []
    for (const name of names) {
      const described = await look(name)
      const field = work.type === 'tool' ? 'tool' : 'tools'
      if (described.ok === true) {
        tools.set(name, described.info)
        if (work.type === 'tool') found.push(...argumentDiagnostics(analysis, { index, id: node.id, work, input: 'input' in node && typeof node.input === 'string' ? node.input : '' }, described.info))
        continue
      }
      const { kind, message, hint } = described.problem
      const said = `${message.charAt(0).toUpperCase()}${message.slice(1)}.${hint === undefined ? '' : ` ${hint}`}`
      if (kind === 'untrusted') report(field, 'tool/not-checked', 'info', `${said} It is not checked.`)
      // A server that is down here may be up where the file runs.
      else if (kind === 'unavailable') report(field, 'tool/not-checked', 'warning', said)
      else report(field, kind === 'ambiguous' ? 'tool/ambiguous' : 'tool/unknown', 'error', said)
    }
  }
  return { diagnostics: found, tools }
}
