import { draft as draftOf } from '../../../src/core/index.ts'
import type { Command, CommandContext } from '../command.ts'
import { CommandFailure, exit, usageError } from '../failure.ts'
import { openValid } from '../open-workflow.ts'
import { printProblems } from '../problems.ts'
import { printJson, printNote, success } from '../report.ts'
import { fileFailure, type Target } from '../target.ts'

/** Normalises and validates a definition, then prints it or rewrites its file. */
export const draft: Command = async (context) => {
  const { args, flags, io, json, style } = context
  const { target, analysis, warnings } = await openValid(context, args[0] ?? '')
  const asked = flags.value('format')
  const format = asked === undefined ? target.format : asked === 'json' ? 'json' : 'yaml'
  const drafted = draftOf({ definition: analysis.reading?.model, format })
  if (drafted.content === '') throw new CommandFailure(exit.failed, `${target.shown} cannot be drafted: ${drafted.diagnostics.join('; ')}`)
  printProblems(io, style.err, target, warnings)
  if (!flags.has('write')) {
    if (json) printJson(io, success({ definition: drafted.definition, format: drafted.format, content: drafted.content, diagnostics: drafted.diagnostics }))
    else io.out.write(drafted.content)
    return exit.done
  }
  if (format !== target.format) {
    throw usageError(`${target.shown} is ${target.format === 'json' ? 'JSON' : 'YAML'}: --write keeps the format of the file`, `To convert it: heddle export ${target.shown} --to ${format} > FILE`)
  }
  if (drafted.content !== target.text) {
    await mayLoseComments(context, target, analysis.source.comments.length)
    await rewrite(target, drafted.content)
  }
  if (json) printJson(io, success({ file: target.shown, changed: drafted.content !== target.text }))
  else printNote(io, style.err, drafted.content === target.text ? `${target.shown} is in this form already` : `rewrote ${target.shown}`)
  return exit.done
}

/** A draft is printed anew, so comments would be gone: that is asked first, or refused where nobody can answer. */
async function mayLoseComments({ io }: CommandContext, { shown }: Target, comments: number): Promise<void> {
  if (comments === 0) return
  const what = comments === 1 ? 'a comment' : `${comments} comments`
  if (!io.input.isTerminal || !io.err.isTerminal) {
    throw new CommandFailure(exit.failed, `${shown} holds ${what}, which a rewrite would remove; nothing was written`, {
      hint: `Run this in a terminal to confirm it, or print the draft: heddle draft ${shown}`,
    })
  }
  const answer = await io.input.ask(`${shown} holds ${what}, which a rewrite removes. Rewrite it? [y/N] `)
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new CommandFailure(exit.failed, 'nothing was written')
}

async function rewrite({ path, shown }: Target, content: string): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic')
  try {
    await writeFileAtomic(path, content)
  } catch (error) {
    throw fileFailure(error, shown)
  }
}
