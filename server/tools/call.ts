import type { FailureKind, Json, RunError } from '../../src/core/index.ts'
import { showDuration } from '../engine/duration.ts'
import { NodeFailure, type ExecutionContext } from '../engine/ports.ts'
import { namesHost } from '../policy/hosts.ts'
import { isObject, propertiesOf, toArguments } from './input.ts'
import { PROGRAM } from './program.ts'
import { settleResult } from './result.ts'
import { checkValue, showMisfit } from './schema.ts'
import { ToolError, type Tool, type Toolbox, type ToolContext, type ToolProblem } from './tool.ts'

/** A call of a tool, as an executor asks for it. */
export type CallRequest = {
  /** The tool's name, or the tool that was found by one. */
  readonly tool: string | Tool
  /** The tools that the workflow's file lists itself. */
  readonly own?: readonly string[]
  /** Arguments, or a text for a tool that takes one. */
  readonly input: Json
  /** For tools that ask a model themselves: given to those that take a `prompt`, where the arguments have none. */
  readonly prompt?: string
  /** The sub-record that the call belongs to, such as `turn-2/call-1`: part of its idempotency key. */
  readonly step?: string
  /** Milliseconds; absent means no limit but that of the node. */
  readonly timeout?: number
  /** The largest result that is passed on, in bytes of JSON. */
  readonly limit?: number
}

/** How long a tool that is told to stop may take to do so, before it is left alone. Milliseconds. */
const GRACE = 4_000

/** Messages of one call that are recorded, and their longest length. */
const LOG_LINES = 200
const LOG_LENGTH = 2_000

/**
 * Calls a tool for a node: finds it, makes its arguments and checks them before anything happens, bounds
 * its time and its result. Resolves with the result; rejects with a NodeFailure of the kind `unknown-tool`,
 * `invalid-input`, `timeout`, `rejected` or `tool`, or with the reason of the abort. It does neither before what
 * the tool had under way has ended, or has been given time enough to.
 */
export async function callTool(tools: Toolbox, context: ExecutionContext, request: CallRequest): Promise<Json> {
  const tool = typeof request.tool === 'string' ? await findTool(tools, request.tool, request.own) : request.tool
  const input = argumentsFor(tool, request)
  context.signal.throwIfAborted()
  const key = request.step === undefined ? context.key : `${context.key}/${request.step}`
  const call = openCall(context, request, { key, workspace: tools.workspace, tool })
  try {
    if (actsUnasked(tool)) call.begin()
    const answered = raceEnd(call, tool.run(input, call.context))
    context.awaitEnd(answered)
    const given = await answered
    return await settleResult(given, { workspace: tools.workspace, key, log: call.context.log, ...(request.limit === undefined ? {} : { limit: request.limit }) })
  } catch (thrown) {
    throw call.ending() ?? toFailure(tool, thrown, call.unsure())
  } finally {
    call.end()
  }
}

/** The tool of this name. Rejects with a NodeFailure of the kind `unknown-tool`, or `tool` when its source cannot be started. */
export async function findTool(tools: Toolbox, name: string, own?: readonly string[]): Promise<Tool> {
  const found = await tools.find(name, own)
  if (!found.ok) throw new NodeFailure(toRunError(found.error))
  return found.tool
}

function toRunError({ kind, message, hint }: ToolProblem): RunError {
  const as: FailureKind = kind === 'unavailable' || kind === 'untrusted' ? 'tool' : 'unknown-tool'
  return { kind: as, message, ...(hint === undefined ? {} : { hint }) }
}

/** The checked arguments of a call. Throws a NodeFailure of the kind `invalid-input`. */
function argumentsFor(tool: Tool, { input, prompt }: CallRequest): Json {
  const refuse = (message: string, hint?: string): NodeFailure => new NodeFailure({ kind: 'invalid-input', message: `the tool "${tool.name}" was not called: ${message}`, ...(hint === undefined ? {} : { hint }) })
  const made = toArguments(tool.input, input)
  if (!made.ok) throw refuse(made.reason, made.hint)
  const value = withPrompt(tool, made.value, prompt)
  const checked = checkValue(tool.input, value)
  if (!checked.ok) throw new NodeFailure({ kind: 'tool', message: `the tool "${tool.name}" cannot be called: its input schema cannot be used: ${checked.reason}` })
  if (checked.misfits.length > 0) throw refuse(checked.misfits.map(showMisfit).join('; '), tool.module === PROGRAM ? undefined : `heddle tools ${tool.module} shows what it takes.`)
  return value
}

function withPrompt({ input: schema }: Tool, value: Json, prompt: string | undefined): Json {
  if (prompt === undefined || prompt === '' || !isObject(value) || value.prompt !== undefined || propertiesOf(schema).prompt === undefined) return value
  return { ...value, prompt }
}

type Call = {
  readonly context: ToolContext
  readonly signal: AbortSignal
  /** Says that the tool does what nobody is asked about. */
  begin(): void
  /** Has it begun something that is not to be done twice? */
  unsure(): boolean
  /** Why the call ended before its tool did; null when it did not. */
  ending(): unknown
  end(): void
}

function openCall(context: ExecutionContext, request: CallRequest, { key, workspace, tool }: { readonly key: string; readonly workspace: string; readonly tool: Tool }): Call {
  const controller = new AbortController()
  let open = true
  let lines = 0
  let timedOut: RunError | null = null
  let unsure = false
  const part = request.step === undefined ? {} : { step: request.step }
  const passOn = (): void => controller.abort(context.signal.reason)
  context.signal.addEventListener('abort', passOn)
  const { timeout } = request
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = { kind: 'timeout', message: `timed out after ${showDuration(timeout)}`, hint: 'Raise its `timeout`, or give it less to do.' }
          controller.abort(new NodeFailure(timedOut))
        }, timeout)
  return {
    signal: controller.signal,
    begin() {
      unsure = true
      context.begins(`the tool "${tool.name}"`, part)
    },
    unsure: () => unsure,
    ending: () => (context.signal.aborted ? context.signal.reason : timedOut && new NodeFailure(timedOut, undefined, unsure)),
    end() {
      open = false
      clearTimeout(timer)
      context.signal.removeEventListener('abort', passOn)
      // What a tool still does after its end is told to stop.
      controller.abort(new Error('the call has ended'))
    },
    context: {
      signal: controller.signal,
      workspace,
      idempotencyKey: key,
      log(message) {
        if (!open || lines > LOG_LINES) return
        lines += 1
        context.log(lines > LOG_LINES ? `(more than ${LOG_LINES} messages: the rest is left out)` : message.slice(0, LOG_LENGTH))
      },
      async raise(effect, data) {
        if (!open) throw new Error('the call has ended: nothing is approved any more')
        controller.signal.throwIfAborted()
        const repeatable = isRepeatable(tool, effect, data)
        await context.raise(effect, data, { ...part, repeatable })
        unsure ||= !repeatable
        controller.signal.throwIfAborted()
      },
      namesHost: (host) => namesHost(context.options.policy ?? [], host),
      now: () => context.now(),
      sleep: (ms) => unlessAborted(controller.signal, context.sleep(ms)),
    },
  }
}

/** The tool's answer. When the call is aborted, the tool has a grace time to end what it began. */
function raceEnd({ signal }: Call, answer: Promise<Json>): Promise<Json> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveUp = (): void => {
      timer = setTimeout(() => reject(signal.reason as Error), GRACE)
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    const settle = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
    answer.then(resolve, reject).finally(settle)
  })
}

/** Code of the user's that says of nothing that it does it, nor that it may be done twice: it may do anything. */
function actsUnasked({ module, raises, idempotent }: Tool): boolean {
  return idempotent !== true && raises.length === 0 && !module.startsWith('std::')
}

/** Methods that HTTP itself allows to be sent again. */
const REPEATABLE: ReadonlySet<Json | undefined> = new Set<Json | undefined>(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/** May it be done again when nobody knows whether it was done? */
function isRepeatable(tool: Tool, effect: string, data: Json): boolean {
  if (tool.idempotent === true) return true
  return effect === 'std::http' && isObject(data) && REPEATABLE.has(data.method)
}

function unlessAborted<T>(signal: AbortSignal, waiting: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function toFailure({ name }: Tool, thrown: unknown, unsure: boolean): NodeFailure {
  if (thrown instanceof NodeFailure) return thrown
  const said = thrown instanceof Error ? thrown.message.trim() || thrown.name : String(thrown)
  const hint = thrown instanceof ToolError ? thrown.hint : undefined
  const kind = thrown instanceof ToolError ? thrown.kind : 'tool'
  return new NodeFailure({ kind: kind === 'timeout' ? 'timeout' : 'tool', message: `${name}: ${said}`, ...(hint === undefined ? {} : { hint }) }, thrown, kind !== 'tool' && unsure)
}
