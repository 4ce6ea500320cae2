import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createTrust } from '../../trust.ts'
import type { Command } from '../command.ts'
import { CommandFailure, exit, usageError } from '../failure.ts'
import { printJson, success } from '../report.ts'
import { visible } from '../width.ts'

/** Says that the code and the servers of a folder may run, or no longer. */
export const trust: Command = async ({ args, flags, io, json }) => {
  const given = args[0] ?? '.'
  const folder = resolve(io.cwd, given)
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory() !== true) throw usageError(found === null ? `there is no folder ${given}` : `${given} is not a folder`)
  const store = createTrust(io.env)
  const revoke = flags.has('revoke')
  try {
    await (revoke ? store.distrust(folder) : store.trust(folder))
  } catch (error) {
    throw new CommandFailure(exit.failed, `the decision cannot be kept: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const trusted = await store.isTrusted(folder)
  const path = await realpath(folder)
  if (json) printJson(io, success({ folder: path, trusted }))
  else if (!revoke) io.out.write(`${visible(path)} is trusted: its tool modules and the servers in its .mcp.json may run\n`)
  else io.out.write(`${visible(path)} is ${trusted ? 'still trusted, since a folder above it is' : 'not trusted any more'}\n`)
  return exit.done
}
