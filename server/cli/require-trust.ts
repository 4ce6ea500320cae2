import type { Plan } from '../../src/core/index.ts'
import type { WorkspaceConfig } from '../config.ts'
import { callsTools, untrustedTools } from '../policy/start.ts'
import { ownToolsOf } from '../tools/own-tools.ts'
import { TRUST_HINT } from '../tools/resolve.ts'
import { createTrust } from '../trust.ts'
import type { CommandContext } from './command.ts'
import { CommandFailure, exit } from './failure.ts'
import { toolsOfFolder } from './tools-of-folder.ts'
import { visible } from './width.ts'

/**
 * Makes sure, before there is a run, that the code and the servers that its tools come from may be started:
 * in a terminal the user is asked, and a yes is kept. Where nobody can be asked, or the answer is no, the
 * command fails.
 */
export async function requireTrust(context: CommandContext, config: WorkspaceConfig, plan: Plan): Promise<void> {
  const { io, flags } = context
  if (!callsTools(plan) || flags.has('trust')) return
  const trust = createTrust(io.env)
  if (await trust.isTrusted(io.cwd)) return
  const needs = await toolsToTrust(context, config, plan)
  if (needs.length === 0) return
  const tools = needs.length === 1 ? `the tool ${needs[0]}` : `the tools ${needs.join(', ')}`
  if (!io.input.isTerminal || !io.err.isTerminal) throw new CommandFailure(exit.failed, `nothing was run: ${tools} may come from code or a server of this folder, which is not trusted`, { hint: TRUST_HINT })
  io.err.write(`${tools.charAt(0).toUpperCase()}${tools.slice(1)} may come from code or a server of ${visible(io.cwd)}. It runs with all that you may do.\n`)
  const answer = await io.input.ask('Trust this folder? [y/N] ')
  if (!/^\s*y(es)?\s*$/i.test(answer ?? '')) throw new CommandFailure(exit.failed, 'nothing was run: the folder is not trusted')
  try {
    await trust.trust(io.cwd)
  } catch (error) {
    throw new CommandFailure(exit.failed, `the decision cannot be kept: ${error instanceof Error ? error.message : String(error)}`, { hint: '--trust trusts the folder for one command.', cause: error })
  }
}

async function toolsToTrust(context: CommandContext, config: WorkspaceConfig, plan: Plan): Promise<readonly string[]> {
  const tools = toolsOfFolder(context, config)
  try {
    const { createAgents } = await import('../executors/agents.ts')
    return [...(await untrustedTools(plan, tools, createAgents(context.io.cwd), ownToolsOf(plan))).keys()].map(visible)
  } finally {
    await tools.close()
  }
}
