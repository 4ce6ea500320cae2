import { runResult, type NodeState, type RunEvent, type RunState } from '../../../src/core/index.ts'
import type { RunStore } from '../../engine/index.ts'
import type { Command } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { findRun } from '../find-run.ts'
import type { Io } from '../io.ts'
import { visitName } from '../progress.ts'
import { printJson, success } from '../report.ts'
import { printOutcome } from '../result.ts'
import { withRuns } from '../runs-of-folder.ts'
import { showCost, showDuration, showStatus, showTime, showTokens } from '../show-values.ts'
import type { Style } from '../style.ts'
import { visible, visibleLines } from '../width.ts'

/** Lines of an output that are shown on a terminal. */
const shownLines = 20

/** One run, step by step, or the events of its log. */
export const show: Command = (context) =>
  withRuns(context, async ({ engine, store }) => {
    const { args, flags, io, json, style } = context
    const id = await findRun({ engine, store }, args[0] ?? '')
    if (flags.has('events')) {
      await showEvents(io, style.out, store, id, json)
      return exit.done
    }
    const state = await engine.state(id)
    if (state === null) throw new CommandFailure(exit.failed, `the record of run ${id} is empty`)
    if (json) {
      const { run, status, file, created_at, options, usage, attempts, error } = state
      printJson(io, success({ run, status, ...(file === undefined ? {} : { file }), created_at, options, usage, attempts, ...(error === undefined ? {} : { run_error: error }), ...runResult(state) }))
      return exit.done
    }
    showState(io, style.out, state)
    if (state.status === 'failed' || state.status === 'interrupted' || state.status === 'cancelled') printOutcome(io, style.err, state, { resumable: true })
    return exit.done
  })

function showState(io: Io, style: Style, state: RunState): void {
  const spent = [showTokens(state.usage), showCost(state.usage)].filter((text) => text !== '')
  const facts = [
    showStatus(state.status, style),
    showTime(state.created_at),
    ...(state.started_by === undefined ? [] : [`started by ${state.started_by === 'hook' ? 'a hook' : state.started_by === 'cron' ? 'its schedule' : `the ${state.started_by}`}`]),
    ...(state.ended_at === undefined || state.started_at === undefined ? [] : [showDuration(Date.parse(state.ended_at) - Date.parse(state.started_at))]),
    ...spent,
    ...(state.attempts > 1 ? [`${state.attempts} attempts`] : []),
    ...(state.options?.model === undefined ? [] : [state.options.model]),
  ]
  io.out.write(`${style.bold(`${visible(state.workflow)} ${state.run}`)}\n${facts.join(', ')}\n`)
  for (const { name, needs, node } of state.plan?.kind === 'walk' ? visitsOf(state) : nodesOf(state)) {
    io.out.write(`\n${style.bold(visible(name))}${needs.length > 0 ? style.dim(` needs ${needs.map(visible).join(', ')}`) : ''}: ${describeNode(node, style)}\n`)
    if (node.status === 'completed' && node.passed) io.out.write(`  ${style.yellow(visible(node.passed.message))}\n`)
    else if (node.status === 'completed') io.out.write(indent(typeof node.output === 'string' ? node.output : JSON.stringify(node.output, null, 2), io.out.isTerminal))
    if (node.status === 'failed') io.out.write(`  ${style.red(visible(node.error.message))}\n${node.error.hint === undefined ? '' : `  ${visible(node.error.hint)}\n`}`)
  }
}

type Shown = { readonly name: string; readonly needs: readonly string[]; readonly node: NodeState }

function nodesOf({ plan, nodes }: RunState): readonly Shown[] {
  return (plan?.nodes ?? []).map(({ id, needs }) => ({ name: id, needs, node: nodes[id] ?? { status: 'idle' } }))
}

function visitsOf({ visits }: RunState): readonly Shown[] {
  return visits.map(({ node, state }) => ({ name: visitName({ node, visit: state.visit }), needs: [], node: state }))
}

function describeNode(node: NodeState, style: Style): string {
  switch (node.status) {
    case 'idle':
    case 'queued':
      return style.dim('not run')
    case 'running':
      return style.cyan('running')
    case 'completed':
      if (node.passed) return `${style.yellow('failed')} after ${showDuration(node.ms)}, passed over`
      return `${style.green('done')} in ${showDuration(node.ms)}${node.simulated === true ? ' (simulated)' : ''}${node.usage === undefined ? '' : style.dim(` ${[showTokens(node.usage), showCost(node.usage)].filter((text) => text !== '').join(', ')}`)}`
    case 'failed':
      return node.ran ? `${style.red('failed')} after ${showDuration(node.ms)}` : style.dim('not run')
    case 'skipped':
      return style.dim(`skipped: ${visible(node.reason)}`)
    case 'interrupted':
      return style.yellow('interrupted')
  }
}

function indent(text: string, cut: boolean): string {
  const lines = visibleLines(text).trimEnd().split('\n')
  const kept = cut ? lines.slice(0, shownLines) : lines
  const rest = lines.length - kept.length
  return `${kept.map((line) => `  ${line}`.trimEnd()).join('\n')}\n${rest > 0 ? `  … ${rest} more lines (--json prints all)\n` : ''}`
}

/** Pages are printed as they are read: a log may be long. */
async function showEvents(io: Io, style: Style, store: RunStore, run: string, json: boolean): Promise<void> {
  const all: RunEvent[] = []
  for (let after = 0; ; ) {
    const page = await store.read(run, after)
    const last = page.at(-1)
    if (last === undefined) break
    after = last.seq
    if (json) all.push(...page)
    else for (const event of page) io.out.write(eventLine(event, style))
  }
  if (json) printJson(io, success(all))
}

function eventLine(event: RunEvent, style: Style): string {
  const { v: _, run: __, seq, at, type, hash: ___, prev: ____, ...rest } = event
  const node = 'node' in rest && rest.node !== undefined ? ` ${visible(rest.node)}` : ''
  const details = Object.entries(rest)
    .filter(([key]) => key !== 'node' && key !== 'plan' && key !== 'definition')
    .map(([key, value]) => `${key}=${shorten(JSON.stringify(value))}`)
  return `${style.dim(`${String(seq).padStart(5)}  ${at}`)}  ${type}${style.bold(node)}${details.length > 0 ? style.dim(`  ${details.join(' ')}`) : ''}\n`
}

function shorten(text: string): string {
  return visible(text.length > 120 ? `${text.slice(0, 119)}…` : text)
}
