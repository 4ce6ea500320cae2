import { convert, drawPicture, toMermaid } from '../../../src/core/index.ts'
import type { Command } from '../command.ts'
import { CommandFailure, exit, usageError } from '../failure.ts'
import { openValid, openWorkflow } from '../open-workflow.ts'
import { jsonProblems, printProblems, summarise } from '../problems.ts'
import { printJson, success } from '../report.ts'

/** Prints a workflow as a diagram or in another format. */
export const exportWorkflow: Command = async (context) => {
  const { args, flags, io, json, style } = context
  const to = flags.value('to')
  if (to === undefined) throw usageError('heddle export needs --to', 'Write --to mermaid, svg, yaml or json.')
  const text = to === 'mermaid' || to === 'svg' ? await picture(to) : await converted(to === 'json' ? 'json' : 'yaml')
  if (json) printJson(io, success(text))
  else io.out.write(text)
  return exit.done

  async function picture(kind: 'mermaid' | 'svg'): Promise<string> {
    const { analysis, plan } = await openValid(context, args[0] ?? '')
    if (kind === 'mermaid') return toMermaid(analysis.view)
    return drawPicture(analysis.view, { title: plan.name, bands: true }).svg
  }

  /** Whatever parses can be converted: a draft with problems keeps them. */
  async function converted(format: 'yaml' | 'json'): Promise<string> {
    const { target, analysis } = await openWorkflow(context, args[0] ?? '')
    const result = convert(analysis.source, format)
    if (!result.ok) {
      const faults = analysis.diagnostics.filter(({ severity }) => severity === 'error')
      printProblems(io, style.err, target, faults)
      const problems = jsonProblems(faults, target.text)
      throw new CommandFailure(exit.failed, summarise(target.shown, problems), { problems, shown: true })
    }
    printProblems(io, style.err, target, result.value.diagnostics)
    return result.value.text.endsWith('\n') ? result.value.text : `${result.value.text}\n`
  }
}
