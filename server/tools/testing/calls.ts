import { mkdtemp, mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Json, PolicyRule } from '../../../src/core/index.ts'
import { NodeFailure, type ExecutionContext } from '../../engine/ports.ts'
import { callTool, type CallRequest } from '../call.ts'
import type { Toolbox } from '../tool.ts'
import { createToolbox, type ToolboxOptions } from '../toolbox.ts'

/** A folder with these files, removed when the test ends. */
export async function folderWith(files: { readonly [path: string]: string | Uint8Array } = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'heddle-tools-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

export type Calls = {
  readonly tools: Toolbox
  readonly workspace: string
  /** Effects that were asked for, in order. */
  readonly raised: { readonly effect: string; readonly data: Json }[]
  /** Tools that began what nobody was asked about. */
  readonly begun: string[]
  readonly logs: string[]
  call(tool: string, input?: Json, more?: Partial<CallRequest>): Promise<Json>
  cancel(reason?: unknown): void
}

export type CallsOptions = Partial<ToolboxOptions> & {
  readonly files?: { readonly [path: string]: string | Uint8Array }
  /** Effects that are refused. */
  readonly refuse?: readonly string[]
  readonly policy?: readonly PolicyRule[]
}

/** Tools of a folder, called as a node would call them; closed when the test ends. */
export async function calls({ files = {}, refuse = [], policy = [], ...options }: CallsOptions = {}): Promise<Calls> {
  const workspace = options.workspace ?? (await folderWith(files))
  const tools = createToolbox({ env: { ...process.env, XDG_STATE_HOME: join(workspace, '..', 'heddle-test-state') }, ...options, workspace })
  onTestFinished(() => tools.close())
  const controller = new AbortController()
  const raised: { readonly effect: string; readonly data: Json }[] = []
  const logs: string[] = []
  const begun: string[] = []
  const context: ExecutionContext = {
    run: 'r1',
    visit: 1,
    key: 'r1/node#1',
    options: { maxParallel: 4, schedule: 'levels', policy },
    results: new Map(),
    ownTools: [],
    signal: controller.signal,
    delta: () => undefined,
    retrying: () => Promise.resolve(),
    step: async (_, work) => (await work()).result,
    now: () => Date.UTC(2026, 0, 2),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log: (message) => void logs.push(message),
    begins: (what) => void begun.push(what),
    awaitEnd: () => undefined,
    async raise(effect, data) {
      await Promise.resolve()
      raised.push({ effect, data })
      if (refuse.includes(effect)) throw new NodeFailure({ kind: 'rejected', message: `${effect}: refused` })
    },
  }
  return {
    tools,
    workspace,
    raised,
    begun,
    logs,
    call: (tool, input = {}, more = {}) => callTool(tools, context, { tool, input, ...more }),
    cancel: (reason = new Error('cancelled')) => controller.abort(reason),
  }
}

/** The failure of a call, as it would be recorded. */
export async function failureOf(call: Promise<unknown>): Promise<{ readonly kind: string; readonly message: string; readonly hint?: string }> {
  try {
    await call
  } catch (thrown) {
    if (thrown instanceof NodeFailure) return thrown.error
    throw thrown
  }
  throw new Error('the call did not fail')
}
