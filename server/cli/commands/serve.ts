import { resolve } from 'node:path'
import type { Command } from '../command.ts'
import { CommandFailure, exit, usageError } from '../failure.ts'
import { printError, printNote } from '../report.ts'

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
      onError: (error) => printError(io, style.err, error instanceof Error ? (flags.has('debug') ? (error.stack ?? error.message) : error.message) : String(error)),
      ...(port === undefined ? {} : { port }),
      ...(host === undefined ? {} : { host }),
      ...(checkpointDir === undefined ? {} : { checkpointDir: resolve(io.cwd, checkpointDir) }),
    })
    for (const notice of served.notices) printNote(io, style.err, notice.replaceAll('`', '"'))
    if (json) io.out.write(`${JSON.stringify({ success: true, value: { url: served.url, port: served.port, host: served.host } })}\n`)
    else io.out.write(`Heddle is at ${style.out.bold(served.url)}\n`)
    if (io.out.isTerminal && !json) io.out.write(style.out.dim('Ctrl-C stops it.\n'))
    await untilStopped()
    await served.close()
    return exit.done
  } catch (error) {
    if (error instanceof ServeError) throw new CommandFailure(exit.usage, error.message, { hint: error.hint, cause: error })
    throw error
  }
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
