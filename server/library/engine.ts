import type { PolicyRule } from '../../src/core/index.ts'
import { createEngine, createIds, systemClock, type Engine, type Executor as EngineExecutor, type RunStore } from '../engine/index.ts'
import type { Decide } from '../engine/ports.ts'
import { createOwner } from '../store/owner.ts'
import { fromExecutor, type Executor } from './executor.ts'
import type { RunWorkflowOptions, WorkOptions } from './options.ts'

/** An engine for one run. Rejects with a MissingExecutorError, or a TypeError at tools or a `heddle.json` that are none. */
export async function engineFor(store: RunStore, options: WorkOptions): Promise<Engine> {
  return createEngine({
    store,
    clock: systemClock,
    ids: createIds(),
    owner: createOwner(),
    decide: await decider(),
    // A method: an executor of one format fits the other.
    executor: options.executor === undefined ? await ownExecutor(options) : fromExecutor(options.executor as Executor),
  })
}

/** Loaded when it is needed: the model clients take a while. */
async function ownExecutor({ tools = [], workspace = process.cwd(), trust }: WorkOptions): Promise<EngineExecutor> {
  const [{ createExecutor }, { createToolbox }, { programSource }, { readWorkspaceConfig }, { createTrust }] = await Promise.all([
    import('../executors/index.ts'),
    import('../tools/toolbox.ts'),
    import('../tools/program.ts'),
    import('../config.ts'),
    import('../trust.ts'),
  ])
  const { config, problem } = await readWorkspaceConfig(workspace)
  if (problem !== undefined) throw new TypeError(problem)
  const { env } = process
  const own = programSource(tools)
  return createExecutor({
    env,
    config,
    workspace,
    tools: () =>
      createToolbox({
        workspace,
        env,
        own,
        modules: config.tools ?? [],
        ...(config.effects === undefined ? {} : { effects: config.effects }),
        trusted: async () => trust ?? (await createTrust(env).isTrusted(workspace)),
      }),
  })
}

async function decider(): Promise<Decide> {
  const { decide, NOT_APPROVED } = await import('../policy/decide.ts')
  return (effect, data, rules) => {
    const decision = decide(effect, data, rules)
    if (decision.approved || !decision.reason.startsWith(NOT_APPROVED)) return decision
    return { approved: false, reason: 'no rule approves this; name it in `approve`, or give a `policy`' }
  }
}

/** The rules of a run. Throws a TypeError at a policy that is none. */
export async function rulesOf({ reject, approve, policy }: Pick<RunWorkflowOptions, 'reject' | 'approve' | 'policy'>): Promise<readonly PolicyRule[]> {
  const { rulesFor } = await import('../policy/rules.ts')
  const { parsePolicy, readPolicyFile } = await import('../policy/read.ts')
  const read = policy === undefined ? null : typeof policy === 'string' ? await readPolicyFile(policy, policy) : parsePolicy(JSON.stringify(policy), 'policy')
  if (read?.ok === false) throw new TypeError(read.reason)
  // Its rules say where they come from in the words of this library.
  return rulesFor({ ...(reject === undefined ? {} : { reject }), ...(approve === undefined ? {} : { approve }), ...(read === null ? {} : { file: read.rules }) }).map((rule) => ({ ...rule, source: rule.source.replace(/^--(\w+)$/, '`$1`') }))
}
