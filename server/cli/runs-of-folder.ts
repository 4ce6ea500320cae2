import { join, resolve } from 'node:path'
import type { WorkspaceConfig } from '../config.ts'
import { createEngine, createIds, systemClock, type Engine, type RunStore } from '../engine/index.ts'
import { createExecutor } from '../executors/index.ts'
import { crashPoint } from '../crash-point.ts'
import { decide } from '../policy/decide.ts'
import { createOwner } from '../store/owner.ts'
import { createSqliteStore } from '../store/sqlite.ts'
import { StoreError } from '../store/store-error.ts'
import type { CommandContext } from './command.ts'
import { CommandFailure, exit } from './failure.ts'
import { toolsOfFolder } from './tools-of-folder.ts'

/** The runs of the working folder, and an engine to work on them. */
export type RunsOfFolder = { readonly engine: Engine; readonly store: RunStore; close(): Promise<void> }

/** Opens the store that `--checkpoint-dir` names, else `.heddle` in the working folder. Nothing is made before it is needed. */
export function openRuns({ io, flags }: Pick<CommandContext, 'io' | 'flags'>, config: WorkspaceConfig = {}): RunsOfFolder {
  const folder = flags.value('checkpoint-dir')
  const store = createSqliteStore({
    file: join(folder === undefined ? join(io.cwd, '.heddle') : resolve(io.cwd, folder), 'runs.db'),
    durability: flags.value('durability') === 'full' ? 'full' : 'normal',
  })
  const onAppended = process.env.HEDDLE_TEST_BUILD === '1' ? crashPoint(io.env.FAULT) : undefined
  const engine = createEngine({
    store,
    clock: systemClock,
    ids: createIds(systemClock),
    executor: createExecutor({ env: io.env, config, workspace: io.cwd, tools: () => toolsOfFolder({ io, flags }, config) }),
    decide,
    owner: createOwner(),
    ...(onAppended === undefined ? {} : { onAppended }),
  })
  return {
    engine,
    store,
    async close() {
      await engine.close()
      await store.close()
    },
  }
}

/** Opens the runs for as long as `use` takes; what is wrong with the store becomes words. */
export async function withRuns<T>(context: Pick<CommandContext, 'io' | 'flags'>, use: (runs: RunsOfFolder) => Promise<T>, config?: WorkspaceConfig): Promise<T> {
  const runs = openRuns(context, config)
  try {
    return await use(runs)
  } catch (error) {
    throw storeFailure(error)
  } finally {
    await runs.close().catch(() => {})
  }
}

function storeFailure(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error
  return new CommandFailure(error.fault === 'full' || error.fault === 'failed' ? exit.failed : exit.usage, error.message, { cause: error })
}

