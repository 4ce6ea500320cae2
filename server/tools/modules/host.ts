import { createRequire } from 'node:module'
import { createJiti } from 'jiti'
import { nearest, type Json } from '../../../src/core/index.ts'
import { detachJson } from '../../engine/json.ts'
import { defineTool, isDefinedTool, type DefinedTool } from '../define-tool.ts'
import { describeTool, messageOf, readArguments } from '../describe-tool.ts'
import type { ToolContext, ToolInfo } from '../tool.ts'
import type { FromHost, ToHost } from './messages.ts'

// The process that the user's modules run in: one for each run. It ends with its parent, and all that the
// modules started ends with it.

const send = process.send?.bind(process)

function say(message: FromHost): void {
  send?.(message, undefined, undefined, () => {})
}

function endGroup(): void {
  try {
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL')
  } catch {
    process.exit(1)
  }
}

process.on('disconnect', endGroup)
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    send?.({ type: 'crashed', message: messageOf(error) } satisfies FromHost, undefined, undefined, () => process.exit(70))
  })
}
// The channel belongs to Heddle: a module that answers for it would be believed to be it.
Object.defineProperty(process, 'send', { value: undefined })

const tools = new Map<string, Map<string, DefinedTool>>()
const aborts = new Map<number, AbortController>()
const raises = new Map<string, (refused: string | undefined) => void>()
let nextRaise = 0

process.on('message', (message: ToHost) => {
  switch (message.type) {
    case 'load':
      void load(message).then((modules) => say({ type: 'loaded', modules }))
      break
    case 'call':
      void call(message)
      break
    case 'abort':
      aborts.get(message.id)?.abort(new Error(message.reason))
      break
    case 'raised': {
      const key = `${message.id}/${message.raise}`
      raises.get(key)?.(message.refused)
      raises.delete(key)
      break
    }
  }
})

type Loaded = Extract<FromHost, { type: 'loaded' }>['modules'][number]

async function load({ modules, whole }: Extract<ToHost, { type: 'load' }>): Promise<Loaded[]> {
  const library: object = whole ? await import('../../library.ts') : { defineTool }
  const core: object = whole ? await import('../../../src/core/index.ts') : {}
  const loaded: Loaded[] = []
  for (const { module, file } of modules) loaded.push(await loadModule(module, file, { heddle: strict('heddle', library), 'heddle/core': strict('heddle/core', core) }))
  return loaded
}

async function loadModule(module: string, file: string, virtual: { readonly [name: string]: object }): Promise<Loaded> {
  try {
    const jiti = createJiti(file, { virtualModules: { ...virtual, ...(await ownZod(file)) }, moduleCache: false, fsCache: false, interopDefault: false })
    const exported = Object.values(await jiti.import<object>(file)).flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    const found = [...new Set(exported)].filter(isDefinedTool)
    if (found.length === 0) return { module, ok: false, message: `the module ${module} exports no tool: export what defineTool gives` }
    const own = new Map<string, DefinedTool>()
    const infos: ToolInfo[] = []
    for (const tool of found) {
      if (own.has(tool.name)) return { module, ok: false, message: `the module ${module} has two tools called "${tool.name}"` }
      own.set(tool.name, tool)
      infos.push(await describeTool(module, tool))
    }
    tools.set(module, own)
    return { module, ok: true, tools: infos as Extract<Loaded, { ok: true }>['tools'] }
  } catch (error) {
    return { module, ok: false, message: `the module ${module} cannot be loaded: ${messageOf(error)}` }
  }
}

/** Zod for a module whose folder has none of its own. */
async function ownZod(file: string): Promise<{ readonly [name: string]: object }> {
  try {
    createRequire(file).resolve('zod')
    return {}
  } catch {
    return { zod: await import('zod') }
  }
}

/** A module that says so when a name is imported that it does not have. */
function strict(name: string, module: object): object {
  const silent = new Set(['then', 'default', '__esModule', 'toJSON'])
  return new Proxy(Object.assign(Object.create(null) as object, module), {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || silent.has(key)) return Reflect.get(target, key) as unknown
      const meant = nearest(key, Object.keys(target))
      throw new Error(`"${name}" exports no "${key}"${meant === null ? '' : `; did you mean "${meant}"?`}`)
    },
  })
}

async function call({ id, module, tool: name, input, workspace, idempotencyKey, now }: Extract<ToHost, { type: 'call' }>): Promise<void> {
  const controller = new AbortController()
  aborts.set(id, controller)
  const { signal } = controller
  const context: ToolContext = {
    signal,
    workspace,
    idempotencyKey,
    log: (message) => say({ type: 'log', id, message: String(message) }),
    namesHost: () => false,
    now: () => now,
    raise: (effect, data) => raise(id, effect, data),
    sleep: (ms) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason as Error)
        })
      }),
  }
  try {
    const tool = tools.get(module)?.get(name)
    if (tool === undefined) throw new Error(`${module} has no tool "${name}" any more`)
    const given: unknown = await tool.run(readArguments(tool, input) as never, context)
    const detached = detachJson(given === undefined ? null : given, Number.MAX_SAFE_INTEGER)
    if (!detached.ok) throw new Error(`its result ${detached.reason}`)
    say({ type: 'result', id, json: JSON.stringify(detached.value) })
  } catch (error) {
    const hint = typeof error === 'object' && error !== null && 'hint' in error && typeof error.hint === 'string' ? error.hint : undefined
    say({ type: 'failed', id, message: messageOf(error), ...(hint === undefined ? {} : { hint }) })
  } finally {
    aborts.delete(id)
  }
}

function raise(id: number, effect: string, data: Json): Promise<void> {
  return new Promise((resolve, reject) => {
    const detached = detachJson(data ?? null, 1024 * 1024)
    if (!detached.ok) throw new Error(`what it raises ${detached.reason}`)
    nextRaise += 1
    raises.set(`${id}/${nextRaise}`, (refused) => (refused === undefined ? resolve() : reject(new Error(refused))))
    say({ type: 'raise', id, raise: nextRaise, effect: String(effect), data: JSON.stringify(detached.value) })
  })
}

say({ type: 'ready' })
