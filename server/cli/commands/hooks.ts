import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DEFAULT_PORT } from '../../listen.ts'
import { agentNameOf, isHook } from '../../triggers/find-hook.ts'
import { createHookToken, renewHookTokens } from '../../triggers/hook-token.ts'
import { createListing } from '../../workspace/listing.ts'
import { createLock } from '../../workspace/lock.ts'
import type { Command } from '../command.ts'
import { curlLine } from '../curl-line.ts'
import { exit, usageError } from '../failure.ts'
import { printJson, printNote, success } from '../report.ts'
import { visible } from '../width.ts'

/** Lists the agents of a folder that are started over HTTP, and prints the token for that. */
export const hooks: Command = async ({ args, flags, io, json, style }) => {
  const shown = args[0] ?? '.'
  const folder = await realpath(resolve(io.cwd, shown)).catch(() => null)
  if (folder === null) throw usageError(`there is no folder ${shown}`)
  const port = flags.integer('port') ?? DEFAULT_PORT
  if (port < 1 || port > 65_535) throw usageError(`--port must be from 1 to 65535, not ${port}`)
  if (flags.has('renew')) {
    if ((io.env.HEDDLE_HOOK_TOKEN ?? '').trim() !== '') throw usageError('HEDDLE_HOOK_TOKEN gives the token, so there is none to renew', 'Change it where you set it, and start heddle serve again.')
    await renewHookTokens(io.env)
  }
  const { token, kept } = await createHookToken({ env: io.env, workspace: folder }).read()
  if (!kept) throw usageError('the token could not be kept in your state folder', 'Make the folder writable, or set HEDDLE_HOOK_TOKEN.')
  if (flags.has('token') && !json) {
    io.out.write(`${token}\n`)
    return exit.done
  }
  const { files } = await createListing(folder, createLock()).refresh()
  const found = files.filter(isHook).map((file) => ({ agent: agentNameOf(file), file: file.path, path: `/api/hooks/${encodeURIComponent(agentNameOf(file))}` }))
  if (json) {
    printJson(io, success({ token, hooks: found }))
    return exit.done
  }
  if (found.length === 0) {
    printNote(io, style.err, `nothing in ${visible(shown)} is started over HTTP: that takes an agent file with "trigger: channel" and "channels: [http]"`)
    return exit.done
  }
  const doubled = new Set(found.map(({ agent }) => agent).filter((agent, index, all) => all.indexOf(agent) !== index))
  for (const { agent, file } of found) {
    io.out.write(`${style.out.bold(visible(agent))} ${style.out.dim(visible(file))}\n  ${doubled.has(agent) ? style.out.red('several files are called so: give each an id of its own') : curlLine(`http://127.0.0.1:${port}/`, agent, token)}\n`)
  }
  return exit.done
}
