import { spawn, type ChildProcess } from 'node:child_process'
import type { Json } from '../../../src/core/index.ts'
import type { Env } from '../../providers/index.ts'
import { entryOf } from '../process/entry.ts'
import { trustedEnvironment } from '../process/environment.ts'
import { followGroup, type ProcessGroup } from '../process/groups.ts'
import { ToolError, type ToolContext, type ToolInfo } from '../tool.ts'
import { fromHostSchema, type FromHost, type ToHost } from './messages.ts'
import type { ModuleText } from './read.ts'

export type ModuleLimits = {
  /** For starting the process and loading every module. Milliseconds. */
  readonly load: number
  /** For an aborted call to end, before the process is ended. Milliseconds. */
  readonly abort: number
  /** Of what the modules print, all calls together. Bytes. */
  readonly printed: number
}

export const moduleLimits: ModuleLimits = { load: 30_000, abort: 1_500, printed: 32 * 1024 * 1024 }

/** For what an aborted call has started to end, before it is killed. Milliseconds. */
const GRACE = 500

export type LoadedModule = { readonly ok: true; readonly tools: readonly ToolInfo[] } | { readonly ok: false; readonly message: string }

/** The process of a run's modules. It is started when it is needed, and again when it has died. */
export type ModuleProcess = {
  load(): Promise<ReadonlyMap<string, LoadedModule>>
  call(module: string, tool: string, input: Json, context: ToolContext): Promise<Json>
  close(): Promise<void>
}

export type ModuleProcessOptions = {
  readonly workspace: string
  readonly env: Env
  readonly modules: readonly ModuleText[]
  readonly limits?: Partial<ModuleLimits>
}

type Pending = { readonly context: ToolContext; resolve(value: Json): void; reject(error: Error): void }

type Living = {
  readonly child: ChildProcess
  readonly group: ProcessGroup
  readonly loaded: Promise<ReadonlyMap<string, LoadedModule>>
  readonly calls: Map<number, Pending>
  /** Ends it with all that it started, asked first for so long (default not at all); what waits for it fails with this. */
  end(reason: string, grace?: number): Promise<void>
}

export function createModuleProcess({ workspace, env, modules, limits: given = {} }: ModuleProcessOptions): ModuleProcess {
  const limits = { ...moduleLimits, ...given }
  let living: Living | undefined
  let nextCall = 0

  function start(): Living {
    const child = spawn(process.execPath, [entryOf('module-host', '../modules/host.ts')], {
      cwd: workspace,
      env: trustedEnvironment(env),
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    })
    const group = followGroup(child)
    const calls = new Map<number, Pending>()
    let crash: string | undefined
    let finishLoading: (result: ReadonlyMap<string, LoadedModule>) => void = () => {}
    const loaded = new Promise<ReadonlyMap<string, LoadedModule>>((resolve) => {
      finishLoading = resolve
    })
    const failLoading = (message: string): void => finishLoading(new Map(modules.map(({ module }) => [module, { ok: false, message: `the module ${module} cannot be loaded: ${message}` }])))
    const fail = (reason: string): void => {
      clearTimeout(loading)
      failLoading(reason)
      for (const { reject } of calls.values()) reject(new ToolError(reason, undefined, undefined, 'lost'))
      calls.clear()
    }
    let ending: Promise<void> | undefined
    const end = (reason: string, grace = 0): Promise<void> =>
      (ending ??= (async () => {
        // The next call starts a process of its own; what waits for this one hears of its end when it is gone.
        if (living?.child === child) living = undefined
        await group.end(grace)
        fail(reason)
      })())
    const loading = setTimeout(() => void end(`it did not load within ${limits.load / 1_000} s`), limits.load)
    const say = (message: ToHost): void => void child.send(message, () => {})
    child.on('message', (message) => {
      const read = fromHostSchema.safeParse(message)
      if (read.success) hear(read.data)
    })
    function hear(message: FromHost): void {
      switch (message.type) {
        case 'ready':
          return say({ type: 'load', modules: modules.map(({ module, file }) => ({ module, file })), whole: modules.some(({ whole }) => whole) })
        case 'loaded':
          clearTimeout(loading)
          return finishLoading(new Map(message.modules.map((one) => [one.module, one.ok ? { ok: true, tools: one.tools } : { ok: false, message: one.message }])))
        case 'log':
          return calls.get(message.id)?.context.log(message.message)
        case 'raise':
          return void raise(message)
        case 'result': {
          const pending = calls.get(message.id)
          calls.delete(message.id)
          const result = parse(message.json)
          if (result === undefined) return pending?.reject(new ToolError('its result cannot be read', undefined, undefined, 'lost'))
          return pending?.resolve(result)
        }
        case 'failed': {
          const pending = calls.get(message.id)
          calls.delete(message.id)
          return pending?.reject(new ToolError(message.message, message.hint))
        }
        case 'crashed':
          crash = message.message
      }
    }
    async function raise({ id, raise: number, effect, data }: Extract<FromHost, { type: 'raise' }>): Promise<void> {
      const pending = calls.get(id)
      if (pending === undefined) return say({ type: 'raised', id, raise: number, refused: 'the call has ended: nothing is approved any more' })
      try {
        const about = parse(data)
        // Nobody can say yes to what nobody can read.
        if (about === undefined) throw new ToolError(`what it says of ${effect} cannot be read`)
        await pending.context.raise(effect, about)
        say({ type: 'raised', id, raise: number })
      } catch (error) {
        say({ type: 'raised', id, raise: number, refused: error instanceof Error ? error.message : String(error) })
        // A refusal is what the call failed of, whatever the module makes of it.
        calls.delete(id)
        pending.reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    child.on('error', (error) => void end(`its process cannot be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      // Messages that it sent before its end are still on their way.
      setImmediate(() => void end(crash === undefined ? `the process of the modules ended by itself (${code === null ? (signal ?? 'a signal') : `exit code ${code}`})` : `an error that it did not catch ended its process: ${crash}`))
    })
    let printed = 0
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('error', () => {})
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.byteLength
        if (printed > limits.printed) return void end(`it printed more than ${limits.printed} bytes`)
        // What it prints while one call is under way is that call's.
        const [only] = calls.size === 1 ? calls.values() : []
        for (const line of chunk.toString('utf8').split('\n')) if (line.trim() !== '') only?.context.log(line)
      })
    }
    return { child, group, loaded, calls, end }
  }

  return {
    load() {
      living ??= start()
      return living.loaded
    },
    async call(module, tool, input, context) {
      const now = (living ??= start())
      const loaded = (await now.loaded).get(module)
      if (loaded === undefined) throw new ToolError(`the module ${module} was not loaded`)
      if (!loaded.ok) throw new ToolError(loaded.message)
      context.signal.throwIfAborted()
      nextCall += 1
      const id = nextCall
      let timer: ReturnType<typeof setTimeout> | undefined
      const onAbort = (): void => {
        const reason = context.signal.reason as unknown
        now.child.send({ type: 'abort', id, reason: reason instanceof Error ? reason.message : 'aborted' } satisfies ToHost, () => {})
        timer = setTimeout(() => {
          if (now.calls.has(id)) void now.end(`its process was ended: "${tool}" did not stop when it was told to`, GRACE)
        }, limits.abort)
      }
      try {
        return await new Promise<Json>((resolve, reject) => {
          if (now.child.exitCode !== null || !now.child.connected) return reject(new ToolError('the process of the modules has ended'))
          now.calls.set(id, { context, resolve, reject })
          context.signal.addEventListener('abort', onAbort)
          now.child.send({ type: 'call', id, module, tool, input, workspace, idempotencyKey: context.idempotencyKey, now: context.now() } satisfies ToHost, (error) => {
            if (error !== null) reject(new ToolError(`the call cannot be sent: ${error.message}`))
          })
        })
      } finally {
        clearTimeout(timer)
        now.calls.delete(id)
        context.signal.removeEventListener('abort', onAbort)
        // What it started may go on behind its answer, and a second go must not meet that. Calls of others are spared.
        if (context.signal.aborted && now.calls.size === 0) await now.end('the call that it was started for was ended', GRACE)
      }
    },
    async close() {
      await living?.end('the run has ended')
    },
  }
}

/** The user's code runs in the process that wrote it. Undefined when it is no JSON. */
function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
