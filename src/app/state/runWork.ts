import type { StartRun } from '../../protocol/index.ts'
import type { Backend } from './backend.ts'
import type { FileWork } from './fileWork.ts'
import type { Following } from './following.ts'
import { isRunning } from './run.ts'
import type { Host } from './host.ts'
import type { Stores } from './stores.ts'

/** Starting, stopping and looking at runs. */
export type RunWork = {
  /** Saves, checks, starts and follows. Says what is in the way instead, if anything. */
  start(options?: StartRun['options']): Promise<void>
  stop(): Promise<void>
  resume(run: string): Promise<void>
  show(run: string): Promise<void>
  /** Why a run cannot be started now, or null. */
  hindrance(): string | null
}

export function createRunWork(stores: Stores, backend: Backend, host: Host, files: FileWork, following: Following): RunWork {
  const { document, run, view, workspace } = stores

  function toast(text: string): void {
    view.dispatch({ type: 'toast', tone: 'error', text })
  }

  function errorCount(): number {
    return document.analysis()?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0
  }

  const work: RunWork = {
    hindrance() {
      const state = document.getState()
      if (!state.document) return 'Open a file to run it.'
      if (state.textOnly !== null) return state.textOnly
      if (workspace.getState().offline) return 'The server is away. Your edits are kept here.'
      return null
    },
    async start(options) {
      const hindrance = work.hindrance()
      if (hindrance !== null) return toast(hindrance)
      if (isRunning(run.getState()) || run.getState().starting) return toast('This file is already running. Stop that run first.')
      const errors = errorCount()
      if (errors > 0) {
        view.dispatch({ type: 'tab', tab: 'problems' })
        return toast(errors === 1 ? 'Fix the error to run.' : `Fix the ${errors} errors to run.`)
      }
      run.dispatch({ type: 'starting', on: true })
      try {
        if (!(await files.save())) return
        const { path, saved } = document.getState()
        if (path === null || !saved) return
        const answer = await backend.startRun({ file: path, etag: saved.etag, runId: host.uuid(), ...(options && { options }) })
        if (!answer.ok) return toast(answer.failure.message)
        await following.show(answer.value)
        view.dispatch({ type: 'tab', tab: 'run' })
        view.dispatch({ type: 'announce', text: 'The run has started.' })
      } finally {
        run.dispatch({ type: 'starting', on: false })
      }
    },
    async stop() {
      const { current } = run.getState()
      if (!current || !isRunning(run.getState())) return
      const answer = await backend.cancelRun(current.run)
      if (!answer.ok) toast(answer.failure.message)
    },
    async resume(id) {
      const answer = await backend.resumeRun(id)
      if (!answer.ok) return toast(answer.failure.message)
      await following.show(id)
    },
    show: (id) => following.show(id),
  }
  return work
}
