import type { NodeState, RunState } from '../../src/core/index.ts'
import type { Io } from './io.ts'
import { printError, printNote } from './report.ts'
import { showCost, showDuration, showTokens } from './show-values.ts'
import type { Style } from './style.ts'
import { visible, visibleLines } from './width.ts'

/** The result for a reader: the outputs of the nodes that no other one needs, each under its name when there are several. */
export function printResult(io: Io, style: Style, state: RunState): void {
  const nodes = state.plan?.nodes ?? []
  const needed = new Set(nodes.flatMap(({ needs }) => needs))
  const last = nodes.filter(({ id }) => !needed.has(id))
  const ended = last.flatMap(({ id }) => {
    const node = state.nodes[id]
    return node?.status === 'completed' ? [{ id, output: node.output }] : []
  })
  for (const [index, { id, output }] of ended.entries()) {
    const text = typeof output === 'string' ? output : JSON.stringify(output, null, 2)
    // A pipe gets the bytes as they are; a terminal must not be commanded by them.
    const shown = io.out.isTerminal ? visibleLines(text) : text
    if (last.length > 1) io.out.write(`${index > 0 ? '\n' : ''}${style.bold(`${visible(id)}:`)}\n`)
    io.out.write(shown.endsWith('\n') || shown === '' ? shown : `${shown}\n`)
  }
}

/** How it went, on stderr: failures with their remedy, then one line that sums up. */
export function printOutcome(io: Io, style: Style, state: RunState, { resumable }: { readonly resumable: boolean }): void {
  const nodes = (state.plan?.nodes ?? []).map(({ id }) => ({ id, node: state.nodes[id] }))
  const failed = nodes.flatMap(({ id, node }) => (node?.status === 'failed' && node.ran ? [{ id, error: node.error }] : []))
  for (const { id, error } of failed) printError(io, style, `step ${visible(id)} failed: ${visible(error.message)}`, error.hint === undefined ? undefined : visible(error.hint))
  if (state.error !== undefined && failed.length === 0) printError(io, style, visible(state.error.message), state.error.hint)
  const count = (test: (node: NodeState) => boolean) => nodes.filter(({ node }) => node !== undefined && test(node)).length
  const done = count(({ status }) => status === 'completed')
  const simulated = count((node) => node.status === 'completed' && node.simulated === true)
  const time = state.started_at === undefined || state.ended_at === undefined ? '' : ` in ${showDuration(Date.parse(state.ended_at) - Date.parse(state.started_at))}`
  const spent = [showTokens(state.usage), showCost(state.usage)].filter((text) => text !== '').join(', ')
  const colour = state.status === 'completed' ? style.green : state.status === 'failed' ? style.red : style.yellow
  printNote(io, style, `run ${state.run} ${colour(state.status)}: ${done} of ${nodes.length} steps done${time}${spent === '' ? '' : `, ${spent}`}`)
  if (simulated > 0) {
    io.err.write('        Outputs are simulated: no model was asked. Set OPENAI_API_KEY or ANTHROPIC_API_KEY, or choose a model with --model.\n')
  }
  if (resumable) io.err.write(`        To go on with what is left: heddle resume ${state.run}\n`)
}
