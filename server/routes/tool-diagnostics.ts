import { dialectNamed, pathOfNode, type Analysis, type Diagnostic, type Plan, type ToolWork } from '../../src/core/index.ts'
import { readInput, toArguments } from '../tools/input.ts'
import { checkValue, showMisfit } from '../tools/schema.ts'
import type { Described, ToolInfo } from '../tools/tool.ts'

/** What is wrong with the tools that nodes name, and with arguments that are written out. Nothing is called. */
export async function toolDiagnostics(analysis: Analysis, plan: Plan, describe: (name: string) => Promise<Described>): Promise<readonly Diagnostic[]> {
  const { reading } = analysis
  if (reading === null) return []
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
        if (work.type === 'tool') for (const message of misfits(described.info, work, 'input' in node ? node.input : undefined)) report('input', 'tool/wrong-arguments', 'error', message)
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
  return found
}

/** What does not fit of an input that no template fills in. */
function misfits(tool: ToolInfo, { prompt }: ToolWork, input: unknown): readonly string[] {
  const text = typeof input === 'string' ? input : ''
  // A prompt goes with the arguments, and is a template too.
  if (text.includes('{{') || prompt !== undefined) return []
  const made = toArguments(tool.input, readInput(text))
  if (!made.ok) return [`\`${tool.name}\`: ${made.reason}. ${made.hint}`]
  const checked = checkValue(tool.input, made.value)
  return checked.ok ? checked.misfits.map((misfit) => `\`${tool.name}\`: ${showMisfit(misfit)}.`) : []
}
