import { showEnd, type Json, type NodeState, type RunState } from '../../src/core/index.ts'
import type { Io } from './io.ts'
import { visitName } from './progress.ts'
import { printError, printNote } from './report.ts'
import { showCost, showDuration, showTokens } from './show-values.ts'
import type { Style } from './style.ts'
import { visible, visibleLines } from './width.ts'

/** The result for a reader: the reply of a walk; of a `dag` the outputs of the nodes that no other one needs, each under its name when there are several. */
export function printResult(io: Io, style: Style, state: RunState): void {
  if (state.plan?.kind === 'walk') {
    if (state.output !== undefined) printValue(io, state.output)
    return
  }
  const nodes = state.plan?.nodes ?? []
  const needed = new Set(nodes.flatMap(({ needs }) => needs))
  const last = nodes.filter(({ id }) => !needed.has(id))
  const ended = last.flatMap(({ id }) => {
    const node = state.nodes[id]
    return node?.status === 'completed' ? [{ id, output: node.output }] : []
  })
  for (const [index, { id, output }] of ended.entries()) {
    if (last.length > 1) io.out.write(`${index > 0 ? '\n' : ''}${style.bold(`${visible(id)}:`)}\n`)
    printValue(io, output)
  }
}

function printValue(io: Io, value: Json): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  // A pipe gets the bytes as they are; a terminal must not be commanded by them.
  const shown = io.out.isTerminal ? visibleLines(text) : text
  io.out.write(shown.endsWith('\n') || shown === '' ? shown : `${shown}\n`)
}

/** How it went, on stderr: failures with their remedy, then one line that sums up. */
export function printOutcome(io: Io, style: Style, state: RunState, { resumable }: { readonly resumable: boolean }): void {
  const walk = state.plan?.kind === 'walk' ? state.plan : null
  const nodes = walk ? state.visits.map(({ node, state: visit }) => ({ id: visitName({ node, visit: visit.visit }), node: visit })) : (state.plan?.nodes ?? []).map(({ id }) => ({ id, node: state.nodes[id] }))
  const failed = nodes.flatMap(({ id, node }) => (node?.status === 'failed' && node.ran ? [{ id, error: node.error }] : []))
  for (const { id, error } of failed) printError(io, style, `step ${visible(id)} failed: ${visible(error.message)}`, error.hint === undefined ? undefined : visible(error.hint))
  if (state.error !== undefined && failed.length === 0) printError(io, style, visible(state.error.message), state.error.hint)
  const count = (test: (node: NodeState) => boolean) => nodes.filter(({ node }) => node !== undefined && test(node)).length
  const done = count(({ status }) => status === 'completed')
  const simulated = count((node) => node.status === 'completed' && node.simulated === true)
  const time = state.started_at === undefined || state.ended_at === undefined ? '' : ` in ${showDuration(Date.parse(state.ended_at) - Date.parse(state.started_at))}`
  const spent = [showTokens(state.usage), showCost(state.usage)].filter((text) => text !== '').join(', ')
  const colour = state.status === 'completed' ? style.green : state.status === 'failed' ? style.red : style.yellow
  printNote(io, style, `run ${state.run} ${colour(state.status)}: ${done}${walk ? '' : ` of ${nodes.length}`} ${walk && done === 1 ? 'step' : 'steps'} done${time}${spent === '' ? '' : `, ${spent}`}`)
  const end = walk && showEnd(walk, state)
  if (end) io.err.write(`        It stopped before an end: ${visible(end)}\n`)
  if (simulated > 0) {
    io.err.write('        Outputs are simulated: no model was asked. Set OPENAI_API_KEY or ANTHROPIC_API_KEY, or choose a model with --model.\n')
  }
  if (resumable) io.err.write(`        To go on with what is left: heddle resume ${state.run}\n`)
}
