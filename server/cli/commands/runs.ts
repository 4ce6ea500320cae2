import type { Command } from '../command.ts'
import { exit } from '../failure.ts'
import { printJson, success } from '../report.ts'
import { withRuns } from '../runs-of-folder.ts'
import { columns, showCost, showDuration, showStatus, showTime } from '../show-values.ts'
import { findTarget } from '../target.ts'
import { fit, visible, widthOf } from '../width.ts'

/** Past runs, the newest first: of one file, or of all. */
export const runs: Command = (context) =>
  withRuns(context, async ({ engine }) => {
    const { args, flags, io, json, style } = context
    const file = args[0] === undefined ? undefined : await fileOf(io.cwd, args[0])
    const limit = Math.max(1, flags.integer('limit') ?? 50)
    const found = await engine.list({ limit, ...(file === undefined ? {} : { file }) })
    if (json) {
      printJson(io, success(found.map(({ ended_at, ...run }) => ({ ...run, ...(ended_at === undefined ? {} : { ended_at, duration: nanoseconds(run.created_at, ended_at) }) }))))
      return exit.done
    }
    if (found.length === 0) {
      io.out.write(file === undefined ? 'no runs yet\n' : `no runs of ${visible(file)} yet\n`)
      return exit.done
    }
    const rows = found.map(({ run, workflow, started_by, status, created_at, ended_at, usage }) => [
      style.out.bold(run),
      fit(visible(workflow), 32),
      showStatus(status, style.out),
      showTime(created_at),
      started_by ?? '',
      ended_at === undefined ? '' : showDuration(Date.parse(ended_at) - Date.parse(created_at)),
      showCost(usage),
    ])
    const head = io.out.isTerminal ? [['RUN', 'WORKFLOW', 'STATUS', 'STARTED', 'BY', 'TOOK', 'COST'].map((title) => style.out.dim(title))] : []
    io.out.write(columns([...head, ...rows], (text) => widthOf(withoutColour(text))))
    return exit.done
  })

/** As runs name it: the file itself may be gone by now. */
async function fileOf(cwd: string, given: string): Promise<string> {
  const { relative } = await import('node:path')
  return relative(cwd, await findTarget(cwd, given)).replaceAll('\\', '/')
}

function nanoseconds(start: string, end: string): number {
  return Math.max(0, Date.parse(end) - Date.parse(start)) * 1_000_000
}

function withoutColour(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the colours of `style`
  return text.replaceAll(/\u001b\[\d*m/g, '')
}
