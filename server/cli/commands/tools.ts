import { resolve } from 'node:path'
import { signatureOf } from '../../tools/signature.ts'
import type { ToolInfo } from '../../tools/tool.ts'
import type { Command } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { printJson, success } from '../report.ts'
import { readConfig } from '../run-options.ts'
import { toolsOfFolder } from '../tools-of-folder.ts'
import { visible } from '../width.ts'

/** What the tools of a source take, give and may do. */
export const tools: Command = async (context) => {
  const { args, flags, io, json, style } = context
  const dir = flags.value('dir')
  const folder = dir === undefined ? io : { ...io, cwd: resolve(io.cwd, dir) }
  const toolbox = toolsOfFolder({ io: folder, flags }, await readConfig(folder.cwd))
  try {
    const source = args[0]
    const listed = source === undefined ? await toolbox.list() : await toolbox.listSource(source)
    const [first] = listed
    // One source that was asked for and cannot be listed is a failure; among all it is a remark.
    if (first?.problem !== undefined && listed.length === 1) throw new CommandFailure(exit.failed, first.problem.message, { hint: first.problem.hint })
    if (json) printJson(io, success(listed.flatMap((one) => one.tools.map((tool) => ({ ...tool, signature: signatureOf(tool) })))))
    else {
      for (const { module, tools: found, problem } of listed) {
        if (problem !== undefined) io.err.write(`${style.err.yellow('warning:')} ${visible(module)}: ${visible(problem.message)}\n`)
        for (const tool of found) io.out.write(render(tool, style.out.bold, style.out.dim))
      }
    }
    return exit.done
  } finally {
    await toolbox.close()
  }
}

function render(tool: ToolInfo, bold: (text: string) => string, dim: (text: string) => string): string {
  const lines = [`${dim(visible(tool.module))} ${bold(visible(signatureOf(tool)))}`]
  if (tool.description.trim() !== '') lines.push(...tool.description.trim().split('\n').map((line) => `    ${visible(line)}`))
  if (tool.raises.length > 0) lines.push(`    raises ${tool.raises.map(visible).join(', ')}`)
  return `${lines.join('\n')}\n\n`
}
