import { dagResult, draft, normalizeDefinition, planOf, runResult, validate, type ChainCheck, type DagResult, type NodeDelta, type RunEvent, type RunResult, type RunState } from '../../src/core/index.ts'
import { createEngine, createIds, sha256, systemClock, type Engine, type Executor as EngineExecutor, type RunHandle, type RunStore } from '../engine/index.ts'
import { checkRun } from '../engine/read-run.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createOwner } from '../store/owner.ts'
import { DefinitionError } from './definition-error.ts'
import { fromExecutor, type Executor } from './executor.ts'
import { openStore } from './open-store.ts'

export type WorkOptions = {
  /** Runs the nodes. Default: a model request for each, chosen by the environment. */
  readonly executor?: Executor
  /** Aborting it cancels the run: what is under way is aborted, what has completed is kept. */
  readonly signal?: AbortSignal
  /** Hears of every event of this attempt, durable first, and of live text. */
  readonly onEvent?: (event: RunEvent | NodeDelta) => void
}

export type RunWorkflowOptions = WorkOptions & {
  /** The most nodes that run at once; 0 or less is 4. */
  readonly maxParallel?: number
  /** `levels` (default): a level starts when the one before is finished. `eager`: a node starts when its needs are. */
  readonly schedule?: 'levels' | 'eager'
  /** `provider:model` for nodes that name none. */
  readonly model?: string
  /** Where the run is recorded. Default: in memory, gone with the process. */
  readonly store?: RunStore
  /** A name for the run; a taken one is refused. */
  readonly runId?: string
}

export type ResumeOptions = WorkOptions & {
  /** Where the run is recorded. Default: `.heddle` in the working folder. */
  readonly store?: RunStore
}

/**
 * Runs a workflow to its end. A node that fails shows in the result. Rejects with a DefinitionError for
 * an invalid definition, with a MissingExecutorError, with RunExists for a taken id, and when the store
 * cannot keep the run.
 */
export async function runWorkflow(definition: unknown, options: RunWorkflowOptions = {}): Promise<DagResult> {
  const diagnostics = validate(definition)
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new DefinitionError(diagnostics)
  const { maxParallel = 4, schedule = 'levels', model, runId, store = createMemoryStore() } = options
  const normal = normalizeDefinition(definition)
  const engine = await engineFor(store, options)
  const state = await attend(engine, options, () =>
    engine.start({
      plan: planOf(normal),
      definition: { text: draft({ definition: normal }).content },
      options: { maxParallel, schedule, ...(model === undefined ? {} : { model }) },
      ...(runId === undefined ? {} : { runId }),
    }),
  )
  return dagResult(state)
}

/**
 * Works on from the record of a run: completed nodes keep their results, all others run. Rejects with
 * RunNotFound, RunFinished when nothing is left, RunOwned when a living process works on it, RunTampered
 * when the record was changed, and as `runWorkflow` does.
 */
export async function resumeRun(id: string, options: ResumeOptions = {}): Promise<RunResult> {
  return withStore(options.store, async (store) => {
    const engine = await engineFor(store, options)
    return runResult(await attend(engine, options, () => engine.resume(id)))
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

async function engineFor(store: RunStore, { executor }: WorkOptions): Promise<Engine> {
  return createEngine({
    store,
    clock: systemClock,
    ids: createIds(),
    owner: createOwner(),
    executor: executor === undefined ? await modelExecutor() : fromExecutor(executor),
  })
}

/** Loaded when it is needed: the model clients take a while. */
async function modelExecutor(): Promise<EngineExecutor> {
  const { createExecutor } = await import('../executors/index.ts')
  return createExecutor({ env: process.env, workspace: process.cwd() })
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
