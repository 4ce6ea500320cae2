import { draft, normalizeDefinition, planOf, runResult, validate, type ChainCheck, type DagResult, type Json, type NodeDelta, type RunEvent, type RunResult, type RunState, type WalkResult } from '../../src/core/index.ts'
import { sha256, type Engine, type RunHandle, type RunStore } from '../engine/index.ts'
import { detachJson } from '../engine/json.ts'
import { checkRun } from '../engine/read-run.ts'
import { createMemoryStore } from '../store/memory.ts'
import { DefinitionError } from './definition-error.ts'
import { engineFor, rulesOf } from './engine.ts'
import type { ExecutorInputs, ExecutorVariables } from './executor.ts'
import { openStore } from './open-store.ts'
import type { ResumeOptions, RunWorkflowOptions, WorkOptions } from './options.ts'

/** The result of a run by the type of its definition: that of a `dag`, that of steps and flows, or either where the type does not tell. */
export type ResultOf<Definition> = Definition extends { readonly workflow: unknown } | { readonly edges: unknown }
  ? WalkResult
  : Extract<keyof Definition, 'workflow' | 'edges'> extends never
    ? Definition extends { readonly nodes: unknown }
      ? DagResult
      : RunResult
    : RunResult

/** What an executor is given beside a node, by the type of the definition. */
export type InputsOf<Definition> = ResultOf<Definition> extends DagResult ? ExecutorInputs : ResultOf<Definition> extends WalkResult ? ExecutorVariables : ExecutorInputs | ExecutorVariables

/**
 * Runs a workflow of any format to its end. A node that fails shows in the result. Rejects with a
 * DefinitionError for an invalid definition, with a MissingExecutorError, with a TypeError at a policy or
 * tools that are none or a trigger that is not JSON, with RunExists for a taken id, and when the store cannot keep the run.
 */
export async function runWorkflow<Definition>(definition: Definition, options: RunWorkflowOptions<InputsOf<Definition>> = {}): Promise<ResultOf<Definition>> {
  const diagnostics = validate(definition)
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new DefinitionError(diagnostics)
  const { maxParallel = 4, schedule = 'levels', model, runId, trigger, store = createMemoryStore() } = options
  const normal = normalizeDefinition(definition)
  const policy = await rulesOf(options)
  const inputs = trigger === undefined ? null : { trigger: plainTrigger(trigger) }
  // What an executor is given follows from the definition.
  const working = options as WorkOptions
  const engine = await engineFor(store, working)
  const state = await attend(engine, working, () =>
    engine.start({
      plan: planOf(normal),
      definition: { text: draft({ definition: normal }).content },
      options: { maxParallel, schedule, ...(model === undefined ? {} : { model }), ...(policy.length === 0 ? {} : { policy }) },
      ...(inputs && { inputs }),
      ...(runId === undefined ? {} : { runId }),
    }),
  )
  return runResult(state) as ResultOf<Definition>
}

/** The trigger as the record keeps it: a resumed run must be given the same, whatever the caller does with it meanwhile. */
function plainTrigger(trigger: Json): Json {
  const plain = detachJson(trigger)
  if (!plain.ok) throw new TypeError(`the trigger ${plain.reason}`)
  return plain.value
}

/**
 * Works on from the record of a run, under the terms that it was started with: completed nodes keep their
 * results, all others run. Rejects with RunNotFound, RunFinished when nothing is left, RunOwned when a
 * living process works on it, RunTampered when the record was changed, OutcomeUnknown where something may
 * have been done already, and as `runWorkflow` does.
 */
export async function resumeRun(id: string, options: ResumeOptions = {}): Promise<RunResult> {
  return withStore(options.store, async (store) => {
    const engine = await engineFor(store, options)
    return runResult(await attend(engine, options, () => engine.resume(id, options.retryUnknown ? { retryUnknown: true } : {})))
  })
}

/** Checks the record of a run against its own hashes; executes nothing. Names the first bad event. Rejects with RunNotFound. */
export async function verifyRun(id: string, options: { readonly store?: RunStore } = {}): Promise<ChainCheck> {
  return withStore(options.store, (store) => checkRun(store, id, sha256))
}

async function withStore<T>(given: RunStore | undefined, use: (store: RunStore) => Promise<T>): Promise<T> {
  if (given) return use(given)
  const store = openStore()
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Follows a run to its end, and cancels it when the signal says so. */
async function attend(engine: Engine, { signal, onEvent }: WorkOptions, begin: () => Promise<RunHandle>): Promise<RunState> {
  const handle = await begin()
  const cancel = (): void => {
    engine.cancel(handle.run, reasonOf(signal)).catch(() => {})
  }
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  const telling = onEvent ? tell(engine, handle, onEvent) : undefined
  // Where the store breaks, the run itself says so.
  telling?.catch(() => {})
  try {
    const state = await handle.ended
    await telling
    return state
  } finally {
    signal?.removeEventListener('abort', cancel)
    await engine.close()
  }
}

async function tell(engine: Engine, { run, first }: RunHandle, onEvent: (event: RunEvent | NodeDelta) => void): Promise<void> {
  for await (const event of engine.follow(run, first - 1, new AbortController().signal)) {
    try {
      onEvent(event)
    } catch (cause) {
      // The run is not to suffer from who watches it.
      process.emitWarning(`onEvent failed: ${cause instanceof Error ? cause.message : String(cause)}`, 'HeddleWarning')
    }
  }
}

function reasonOf(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason
  return reason instanceof Error && reason.name !== 'AbortError' && reason.message !== '' ? reason.message : 'its caller'
}
