import { mentions, parseCommandLine, type CommandLine } from './arguments.ts'
import { CommandFailure, exit, type ExitCode } from './failure.ts'
import { flush, processIo, type Io } from './io.ts'
import { failure, printError, printFailure, printJson } from './report.ts'
import { styleFor } from './style.ts'

/** The command line of this process: reads its arguments, does what they say and ends it with the exit code. */
export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const io = processIo({ color: !mentions(argv, 'no-color') })
  const code = await runCommandLine(argv, io)
  await flush()
  process.exit(code)
}

/** Does what a command line says. Never rejects: bugs, too, become words and exit code 1. */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<ExitCode> {
  const style = styleFor(io.err)
  const json = mentions(argv, 'json')
  try {
    return await dispatch(parseCommandLine(argv), io)
  } catch (error) {
    if (error instanceof CommandFailure) {
      if (!error.shown) printFailure(io, style, error)
      if (json) printJson(io, failure(error.message, error.problems))
      if (mentions(argv, 'debug')) io.err.write(`${stackOf(error.cause ?? error)}\n`)
      return error.code
    }
    printError(io, style, `something unexpected went wrong: ${error instanceof Error ? error.message : String(error)}`, 'This is a fault of Heddle. --debug shows where it happened.')
    if (json) printJson(io, failure(error instanceof Error ? error.message : String(error)))
    if (mentions(argv, 'debug')) io.err.write(`${stackOf(error)}\n`)
    return exit.failed
  }
}

async function dispatch({ command, args, flags }: CommandLine, io: Io): Promise<ExitCode> {
  if (command === undefined && flags.has('version')) {
    const { version } = await import('./version.ts')
    io.out.write(`${version}\n`)
    return exit.done
  }
  const style = { out: styleFor(io.out), err: styleFor(io.err) }
  if (command === undefined || flags.has('help')) {
    const { helpFor } = await import('./help.ts')
    io.out.write(helpFor(command, args, style.out))
    return exit.done
  }
  const run = await command.load()
  const cwd = flags.value('cwd')
  return await run({ io: cwd === undefined ? io : { ...io, cwd: await enter(io, cwd) }, args, flags, json: flags.has('json'), style })
}

/** Where `--cwd` leads: it must be a folder. */
async function enter({ cwd }: Io, folder: string): Promise<string> {
  const [{ stat }, { resolve }] = await Promise.all([import('node:fs/promises'), import('node:path')])
  const path = resolve(cwd, folder)
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory() !== true) throw new CommandFailure(exit.usage, found === null ? `there is no folder ${folder}` : `${folder} is not a folder`)
  return path
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
