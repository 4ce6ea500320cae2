import { analyse, dialectNamed, openDocument, type Analysis, type Diagnostic, type Plan } from '../../src/core/index.ts'
import { placeOwnTools } from '../tools/own-tools.ts'
import { CommandFailure, exit } from './failure.ts'
import type { CommandContext } from './command.ts'
import { jsonProblems, printProblems, summarise } from './problems.ts'
import { readTarget, type Target } from './target.ts'

/** A workflow file, read and analysed. */
export type Opened = { readonly target: Target; readonly analysis: Analysis; /** In file order. */ readonly problems: readonly Diagnostic[]; readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] }

/** Reads and analyses what a command was given; problems are left to the caller. */
export async function openWorkflow({ io, flags }: Pick<CommandContext, 'io' | 'flags'>, given: string): Promise<Opened> {
  const target = await readTarget(io.cwd, given)
  const analysis = analyse(openDocument({ text: target.text, format: target.format, name: target.shown }))
  const elsewhere = analysis.stale ? [] : await problemsHere(io, target.file, analysis, flags.has('trust'))
  const all = [...analysis.diagnostics, ...elsewhere].toSorted((left, right) => (left.range?.start ?? 0) - (right.range?.start ?? 0))
  return {
    target,
    analysis,
    problems: all.filter(({ severity }) => severity !== 'info'),
    errors: all.filter(({ severity }) => severity === 'error'),
    warnings: all.filter(({ severity }) => severity === 'warning'),
  }
}

/** The same, ended by its problems: they are shown and the command fails. */
export async function openValid(context: CommandContext, given: string): Promise<Opened & { readonly plan: Plan }> {
  const opened = await openWorkflow(context, given)
  const { analysis, errors, target } = opened
  if (errors.length > 0 || analysis.reading === null) {
    printProblems(context.io, context.style.err, target, errors)
    const problems = jsonProblems(errors, target.text)
    throw new CommandFailure(exit.failed, summarise(target.shown, problems), { problems, shown: true })
  }
  return { ...opened, plan: placeOwnTools(dialectNamed(analysis.dialect).plan(analysis.reading.model), target.file) }
}

/** What only this machine knows: agent types, models and tools. Looked up when a node names one. */
async function problemsHere({ env, cwd }: CommandContext['io'], file: string, analysis: Analysis, trusted: boolean): Promise<readonly Diagnostic[]> {
  if (!/\b(agent|model|tools?)\b/.test(analysis.source.text)) return []
  const [{ serverDiagnostics }, { createCatalogue }, { createModels }, { createAgents }, { createToolCatalogue }, { readWorkspaceConfig }] = await Promise.all([
    import('../routes/catalogue.ts'),
    import('../catalogue.ts'),
    import('../providers/index.ts'),
    import('../executors/agents.ts'),
    import('../tool-catalogue.ts'),
    import('../config.ts'),
  ])
  const agents = createAgents(cwd)
  const tools = createToolCatalogue({ env, workspace: cwd, readConfig: () => readWorkspaceConfig(cwd), agents, trusted })
  return serverDiagnostics(analysis, createCatalogue({ env, readConfig: () => Promise.resolve({ config: {} }), models: createModels({ env }), agents, tools }), file)
}
