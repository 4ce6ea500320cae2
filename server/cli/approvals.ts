import { resolve } from 'node:path'
import type { Plan, PolicyRule } from '../../src/core/index.ts'
import type { WorkspaceConfig } from '../config.ts'
import { sha256 } from '../engine/index.ts'
import { isCovered } from '../policy/decide.ts'
import { accept, effectsOf, uncovered, type PlannedEffect } from '../policy/effects.ts'
import { readPolicyFile } from '../policy/read.ts'
import { approvalsOf, permissionModes, rulesFor, type PermissionMode } from '../policy/rules.ts'
import { createTrust } from '../trust.ts'
import { ownToolsOf } from '../tools/own-tools.ts'
import { TRUST_HINT } from '../tools/resolve.ts'
import { callsTools, toolsOfNodes } from '../policy/start.ts'
import type { CommandContext } from './command.ts'
import { CommandFailure, exit, usageError } from './failure.ts'
import { printNote } from './report.ts'
import { toolsOfFolder } from './tools-of-folder.ts'
import { visible } from './width.ts'

/** The sentence for where nobody can be asked. */
const RUN_IN_TERMINAL = 'Run this in a terminal to approve them, or cover them with --policy, --approve, or --reject.'

/**
 * The rules of a run: those of the flags and of the policy, and what the user accepts now. Effects that
 * the plan may have and no rule covers are asked once, all together; where nobody can be asked nothing runs.
 * `text`: the definition that the plan was made from, which a yes is for.
 */
export async function approvals(context: CommandContext, config: WorkspaceConfig, plan: Plan, text: string): Promise<readonly PolicyRule[]> {
  const { io, style } = context
  const { rules, withheld } = await userRules(context, config)
  if (context.flags.value('permission-mode') === 'bypass') printNote(io, style.err, 'every effect is approved: --permission-mode bypass')
  if (!callsTools(plan)) return rules
  const open = uncovered(await plannedEffects(context, config, plan), rules)
  if (open.length === 0) return rules
  printEffects(context, open)
  if (!io.input.isTerminal || !io.err.isTerminal) throw new CommandFailure(exit.failed, `nothing was run: ${open.length === 1 ? '1 effect is' : `${open.length} effects are`} not covered (${open.map(({ effect }) => effect).join(', ')})`, { hint: hintFor(open, withheld) })
  const answer = await io.input.ask('Approve them for this run? [y/N] ')
  if (!/^\s*y(es)?\s*$/i.test(answer ?? '')) throw new CommandFailure(exit.failed, 'nothing was run: the effects were not approved')
  return [...rules, ...accept(open.map(({ effect }) => effect), sha256(text))]
}

/** `withheld`: rules that would approve some of it in a trusted folder. */
function hintFor(open: readonly PlannedEffect[], withheld: readonly PolicyRule[]): string {
  const rule = withheld.find((one) => open.some(({ effect }) => isCovered(effect, [one])))
  return rule === undefined ? RUN_IN_TERMINAL : `${RUN_IN_TERMINAL} ${rule.source} approves only in a trusted folder: ${TRUST_HINT}`
}

async function plannedEffects({ io, flags }: CommandContext, config: WorkspaceConfig, plan: Plan): Promise<readonly PlannedEffect[]> {
  const tools = toolsOfFolder({ io, flags }, config)
  try {
    const { createAgents } = await import('../executors/agents.ts')
    return await effectsOf(plan, toolsOfNodes(tools, createAgents(io.cwd), ownToolsOf(plan)))
  } finally {
    await tools.close()
  }
}

/** `withheld`: what the folder's policy approves, and may not while the folder is not trusted. */
async function userRules({ io, flags }: Pick<CommandContext, 'io' | 'flags'>, config: WorkspaceConfig): Promise<{ readonly rules: readonly PolicyRule[]; readonly withheld: readonly PolicyRule[] }> {
  const named = flags.value('policy')
  const path = named ?? config.policy
  const file = path === undefined ? null : await readPolicyFile(resolve(io.cwd, path), path)
  // A policy that cannot be read is refused: a run must not guess what it said.
  if (file?.ok === false) throw usageError(file.reason)
  // One that the user names is the user's own; the folder's counts in full once the folder is trusted.
  const trusted = named !== undefined || flags.has('trust') || (await createTrust(io.env).isTrusted(io.cwd))
  const mode = permissionModes.find((one) => one === flags.value('permission-mode')) satisfies PermissionMode | undefined
  return {
    rules: rulesFor({
      reject: effectsIn(flags.values('reject')),
      approve: effectsIn(flags.values('approve')),
      ...(file === null ? {} : { file: file.rules, untrusted: !trusted }),
      ...(mode === undefined ? {} : { mode }),
    }),
    withheld: file === null || trusted ? [] : approvalsOf(file.rules),
  }
}

function effectsIn(values: readonly string[]): readonly string[] {
  const effects = values.flatMap((value) => value.split(',')).map((effect) => effect.trim()).filter((effect) => effect !== '')
  const wrong = effects.find((effect) => !/^[\p{L}\p{N}_.*-]+(::[\p{L}\p{N}_.*-]+)*$/u.test(effect))
  if (wrong !== undefined) throw usageError(`"${wrong}" is no name of an effect`, 'An effect is called like std::write or mcp::files::write_file.')
  return effects
}

function printEffects({ io, style }: CommandContext, effects: readonly PlannedEffect[]): void {
  const width = Math.max(...effects.map(({ effect }) => effect.length))
  io.err.write(`This run may do things that no rule decides:\n`)
  for (const { effect, nodes, tools } of effects) {
    const shown = nodes.length <= 4 ? nodes.join(', ') : `${nodes.slice(0, 4).join(', ')} and ${nodes.length - 4} more`
    io.err.write(`  ${style.err.bold(effect.padEnd(width))}  ${visible(shown)} ${style.err.dim(`(${tools.map(visible).join(', ')})`)}\n`)
  }
}
