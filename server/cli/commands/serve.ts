import { resolve } from 'node:path'
import type { Served } from '../../main.ts'
import type { Command } from '../command.ts'
import { CommandFailure, exit, usageError } from '../failure.ts'
import { curlLine } from '../curl-line.ts'
import type { Io } from '../io.ts'
import { printError, printNote } from '../report.ts'
import { visible } from '../width.ts'

/** Opens the editor on a folder and serves it until it is told to stop. */
export const serve: Command = async ({ args, flags, io, json, style }) => {
  const { serve: startServing, ServeError } = await import('../../main.ts')
  const port = flags.integer('port')
  if (port !== undefined && (port < 0 || port > 65_535)) throw usageError(`--port must be from 0 to 65535, not ${port}`)
  const host = flags.value('host')
  const checkpointDir = flags.value('checkpoint-dir')
  try {
    const served = await startServing({
      dir: resolve(io.cwd, args[0] ?? '.'),
      env: io.env,
      open: io.out.isTerminal && !flags.has('no-open') && !json,
      onNotice: (message) => printNote(io, style.err, message),
      onError: (error) => printError(io, style.err, error instanceof Error ? (flags.has('debug') ? (error.stack ?? error.message) : error.message) : String(error)),
      ...(port === undefined ? {} : { port }),
      ...(host === undefined ? {} : { host }),
      ...(checkpointDir === undefined ? {} : { checkpointDir: resolve(io.cwd, checkpointDir) }),
    })
    for (const notice of served.notices) printNote(io, style.err, notice.replaceAll('`', '"'))
    if (json) io.out.write(`${JSON.stringify({ success: true, value: { url: served.url, port: served.port, host: served.host } })}\n`)
    else io.out.write(`Heddle is at ${style.out.bold(served.url)}\n`)
    if (!json) printHooks(io, await served.hooks(), served.address)
    if (io.out.isTerminal && !json) io.out.write(style.out.dim('Ctrl-C stops it.\n'))
    await untilStopped()
    await served.close()
    return exit.done
  } catch (error) {
    if (error instanceof ServeError) throw new CommandFailure(exit.usage, error.message, { hint: error.hint, cause: error })
    throw error
  }
}

/** How to start what is started over HTTP. The token goes to a person who reads along, not into a log. */
function printHooks(io: Io, { agents, token }: Awaited<ReturnType<Served['hooks']>>, address: string): void {
  const [first, ...others] = agents
  if (first === undefined) return
  io.out.write(`${visible(first)} is started over HTTP:\n  ${curlLine(address, first, io.out.isTerminal ? token : '$(heddle hooks --token)')}\n`)
  if (others.length > 0) io.out.write(`${others.length === 1 ? `so is ${visible(others[0] ?? '')}` : `so are ${others.length} more`}: heddle hooks lists them\n`)
}

/** Resolves at the first signal; a second one ends the process as it usually does. */
function untilStopped(): Promise<void> {
  return new Promise((stop) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    const listener = () => {
      for (const signal of signals) process.off(signal, listener)
      stop()
    }
    for (const signal of signals) process.on(signal, listener)
  })
}
