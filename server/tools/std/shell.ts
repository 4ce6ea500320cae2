import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { parseDuration, type Json } from '../../../src/core/index.ts'
import { showDuration } from '../../engine/duration.ts'
import type { Env } from '../../providers/index.ts'
import { errnoOf } from '../../workspace/fault.ts'
import { collect } from '../process/collect.ts'
import { allowedEnvironment, maySet } from '../process/environment.ts'
import { followGroup } from '../process/groups.ts'
import { ToolError, type Tool, type ToolContext } from '../tool.ts'
import { placeOfFolder } from './fs.ts'
import { duration, objectSchema, stdTool, text } from './std-tool.ts'

type ExecInput = {
  readonly argv: readonly [string, ...string[]]
  readonly cwd?: string
  readonly env?: { readonly [name: string]: string }
  readonly stdin?: string
  readonly timeout?: string
  readonly max_output?: number
  readonly allow_failure?: boolean
}

const DEFAULT_TIMEOUT = 10 * 60_000
const DEFAULT_OUTPUT = 4 * 1024 * 1024
const MOST_OUTPUT = 24 * 1024 * 1024

/** How long what a program left in its pipes is waited for after its end: a grandchild may hold them open for ever. */
const DRAIN = 250

export type ShellOptions = {
  /** Of which the allowed part is passed on. */
  readonly env: Env
  /** Bytes after which a program that floods is ended. */
  readonly flood?: number
}

/** Programs of this machine, started by their arguments and never through a shell. */
export function shellTools(options: ShellOptions): readonly Tool[] {
  return [
    stdTool<ExecInput>(
      {
        name: 'exec',
        module: 'std::shell',
        description: 'Runs a program with arguments, without a shell, in the workspace. It fails when the program does, unless `allow_failure` is set. When it ends, all that it started ends with it.',
        input: objectSchema(
          {
            argv: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'the program, then its arguments' },
            cwd: text('the folder to run it in; default the workspace'),
            env: { type: 'object', additionalProperties: { type: 'string' }, description: 'variables to set besides those passed on (PATH, HOME, LANG and the like)' },
            stdin: text('what it reads'),
            timeout: { ...duration, description: 'default 10m' },
            max_output: { type: 'integer', minimum: 1, maximum: MOST_OUTPUT, description: 'bytes of each stream that are given back; the whole of a longer one is kept in a file. Default 4 MB' },
            allow_failure: { type: 'boolean', description: 'give back what a program did that failed' },
          },
          ['argv'],
        ),
        output: {
          type: 'object',
          properties: { stdout: { type: 'string' }, stderr: { type: 'string' }, exit_code: { type: ['integer', 'null'] }, stdout_file: { type: 'string' }, stderr_file: { type: 'string' } },
          required: ['stdout', 'stderr', 'exit_code'],
        },
        raises: ['std::exec'],
      },
      (input, context) => exec(input, context, options),
    ),
  ]
}

async function exec(input: ExecInput, context: ToolContext, options: ShellOptions): Promise<Json> {
  const [command, ...args] = input.argv
  if (command.trim() === '') throw new ToolError('the program to run has no name')
  const refused = Object.keys(input.env ?? {}).find((name) => !maySet(name))
  if (refused !== undefined) throw new ToolError(`the variable "${refused}" may not be set: it changes which program runs`, 'Name the program by its path instead.')
  const timeout = input.timeout === undefined ? DEFAULT_TIMEOUT : parseDuration(input.timeout)
  if (timeout === null) throw new ToolError(`"${input.timeout ?? ''}" is no duration`, 'Write "500ms", "30s" or "5m".')
  const folder = await placeOfFolder(context, input.cwd ?? '.')
  await context.raise('std::exec', { command, args, cwd: folder.path, ...(input.env === undefined ? {} : { env: input.env }) })
  const child = start(command, args, folder.target, { ...allowedEnvironment(options.env), ...input.env })
  const limit = input.max_output ?? DEFAULT_OUTPUT
  const ended = await attend(child, { input, context, options, timeout, limit })
  return answer(input, ended, context)
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

function start(command: string, args: readonly string[], cwd: string, env: { readonly [name: string]: string }): Child {
  try {
    return spawn(command, args, { cwd, env, detached: process.platform !== 'win32', stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  } catch (error) {
    // An argument that no system takes: a NUL in it.
    throw new ToolError(`"${command}" cannot be started: ${error instanceof Error ? error.message : String(error)}`)
  }
}

type Ended = Awaited<ReturnType<typeof attend>>

type Attended = { readonly input: ExecInput; readonly context: ToolContext; readonly options: ShellOptions; readonly timeout: number; readonly limit: number }

/** Stays with a program until it and all that it started are gone. */
async function attend(child: Child, { input, context, options, timeout, limit }: Attended) {
  const group = followGroup(child)
  let stopped: ToolError | null = null
  const stop = (reason: ToolError): void => {
    stopped ??= reason
    void group.end()
  }
  const collector = (stream: Readable, name: string) =>
    collect(stream, {
      workspace: context.workspace,
      key: `${context.idempotencyKey}-${name}`,
      limit,
      ...(options.flood === undefined ? {} : { flood: options.flood }),
      onFlood: (most) => stop(new ToolError(`the program wrote more than ${most} bytes to ${name} and was ended`)),
    })
  const out = collector(child.stdout, 'stdout')
  const err = collector(child.stderr, 'stderr')
  const onAbort = (): void => void group.end()
  context.signal.addEventListener('abort', onAbort)
  const timer = setTimeout(() => stop(new ToolError(`the program did not end within ${showDuration(timeout)} and was ended`, 'Raise its `timeout`.', undefined, 'timeout')), timeout)
  try {
    if (context.signal.aborted) onAbort()
    child.stdin.on('error', () => {})
    child.stdin.end(input.stdin ?? '')
    const { code, signal } = await new Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>((resolve, reject) => {
      child.once('error', (error) => reject(notStarted(input.argv[0], error)))
      child.once('close', (code, signal) => resolve({ code, signal }))
      child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal }), DRAIN))
    })
    // Grandchildren too: the call is over.
    await group.end(stopped === null && !context.signal.aborted ? 0 : undefined)
    child.stdout.destroy()
    child.stderr.destroy()
    context.signal.throwIfAborted()
    const [stdout, stderr] = await Promise.all([out.finish(), err.finish()])
    if (stopped !== null) throw stopped as ToolError
    return { code, signal, stdout, stderr }
  } finally {
    clearTimeout(timer)
    context.signal.removeEventListener('abort', onAbort)
  }
}

function notStarted(command: string, error: Error): ToolError {
  switch (errnoOf(error)) {
    case 'ENOENT':
      return new ToolError(`there is no program "${command}"`, 'Check its name, and that it is installed where PATH leads.')
    case 'EACCES':
      return new ToolError(`"${command}" may not be run: it is not executable`)
    default:
      return new ToolError(`"${command}" cannot be started: ${error.message}`, undefined, error)
  }
}

function answer({ argv: [command], allow_failure: allowed }: ExecInput, { code, signal, stdout, stderr }: Ended, { log }: ToolContext): Json {
  for (const [name, { mended, file, bytes }] of Object.entries({ stdout, stderr })) {
    if (mended !== undefined) log(`${name} of ${command} is ${mended}`)
    if (file !== undefined) log(`${name} of ${command} has ${bytes} bytes: the whole is in ${file}`)
  }
  if (code !== 0 && allowed !== true) {
    const how = code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`
    const said = lastLines(stderr.text.trim() === '' ? stdout.text : stderr.text)
    throw new ToolError(`${command} ${how}${said === '' ? '' : `: ${said}`}`, 'Set `allow_failure` to go on with what it wrote.')
  }
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    exit_code: code,
    ...(stdout.file === undefined ? {} : { stdout_file: stdout.file }),
    ...(stderr.file === undefined ? {} : { stderr_file: stderr.file }),
  }
}

function lastLines(text: string): string {
  const trimmed = text.trim()
  return trimmed.length <= 2_000 ? trimmed : `... ${trimmed.slice(-2_000).replace(/^[\uDC00-\uDFFF]/, '')}`
}
