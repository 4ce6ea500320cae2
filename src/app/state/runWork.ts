import type { Json } from '../../core/index.ts'
import type { Backend, Failure } from './backend.ts'
import type { DocumentCore } from './core.ts'
import type { FileWork } from './fileWork.ts'
import type { Following } from './following.ts'
import { isRunning } from './run.ts'
import type { Host } from './host.ts'
import type { StartGiven } from './startGiven.ts'
import type { Stores } from './stores.ts'

/** Starting, stopping and looking at runs. */
export type RunWork = {
  /**
   * Saves, checks, starts and follows. Says what is in the way instead, if anything. Where a run is started
   * with something, that is asked first, unless it is given.
   */
  start(given?: StartGiven): Promise<void>
  /** What the open file's runs were last started with, as it was typed. */
  lastTrigger(): string
  stop(): Promise<void>
  /** Goes on with a run that was cut off. What may have been done already is asked about first, unless it is to be done again. */
  resume(run: string, options?: { readonly retryUnknown?: boolean }): Promise<void>
  show(run: string): Promise<void>
  /** Why a run cannot be started now, or null. */
  hindrance(): string | null
}

/** Texts that runs were started with are remembered for so many files, and up to this length. */
const MOST_TRIGGERS = 50
const LONGEST_TRIGGER = 10_000

const LEFT = 'Another file was opened, so no run was started.'

export function createRunWork(stores: Stores, core: Pick<DocumentCore, 'load' | 'reader'>, backend: Backend, host: Host, files: FileWork, following: Following): RunWork {
  const { document, run, view, workspace } = stores

  function toast(text: string): void {
    view.dispatch({ type: 'toast', tone: 'error', text })
  }

  function errorCount(): number {
    return document.analysis()?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0
  }

  function inTheWay(): string | null {
    const { starting } = run.getState()
    return work.hindrance() ?? (starting || isRunning(run.getState()) ? 'This file is already running. Stop that run first.' : null)
  }

  /** By folder and file; the last used come first. */
  function triggers(): { readonly [file: string]: string } {
    const value = host.memory.read('triggers')
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')) : {}
  }

  function triggerKey(): string {
    return `${workspace.getState().id} ${document.getState().path}`
  }

  function rememberTrigger(trigger: Json): void {
    const text = typeof trigger === 'string' ? trigger : JSON.stringify(trigger, null, 2)
    if (text.length > LONGEST_TRIGGER) return
    const { [triggerKey()]: _before, ...others } = triggers()
    host.memory.write('triggers', Object.fromEntries([[triggerKey(), text], ...Object.entries(others)].slice(0, MOST_TRIGGERS)))
  }

  /** What somebody can decide is asked; all else is said. */
  function refused(failure: Failure, given: StartGiven): void {
    if (failure.kind === 'problem' && failure.code === 'approval-needed') {
      return view.dispatch({ type: 'sheet', sheet: { type: 'approve', effects: failure.problem.effects ?? [], given } })
    }
    if (failure.kind === 'problem' && failure.code === 'trust-needed') {
      return view.dispatch({ type: 'sheet', sheet: { type: 'trust', why: failure.message, given } })
    }
    toast(failure.message)
  }

  const work: RunWork = {
    hindrance() {
      const state = document.getState()
      if (!state.document) return 'Open a file to run it.'
      if (state.textOnly !== null) return state.textOnly
      if (workspace.getState().offline) return 'The server is away. Your edits are kept here.'
      return null
    },
    lastTrigger: () => triggers()[triggerKey()] ?? '',
    async start(given = {}) {
      const before = inTheWay()
      if (before !== null) return toast(before)
      const { opened } = document.getState()
      // Pressed at once, it waits for what reads the text.
      const reader = core.reader() ?? (await core.load().catch(() => null))
      if (reader === null) return toast('What reads the file could not be loaded: the server does not answer. Start it again, then run.')
      if (document.getState().opened !== opened) return toast(LEFT)
      // Pressed twice, the other press waited too. From here to where it is starting nothing else comes between.
      const now = inTheWay()
      if (now !== null) return toast(now)
      const errors = errorCount()
      if (errors > 0) {
        view.dispatch({ type: 'tab', tab: 'problems' })
        return toast(errors === 1 ? 'Fix the error to run.' : `Fix the ${errors} errors to run.`)
      }
      const { projection } = document.getState()
      if (projection && reader.dialect(projection.dialect).trigger !== undefined && given.trigger === undefined) return view.dispatch({ type: 'sheet', sheet: { type: 'start' } })
      if (given.trigger !== undefined) rememberTrigger(given.trigger)
      run.dispatch({ type: 'starting', on: true })
      try {
        if (!(await files.save())) return
        const { path, saved, opened: shown } = document.getState()
        if (shown !== opened) return toast(LEFT)
        if (path === null || !saved) return
        const answer = await backend.startRun({ file: path, etag: saved.etag, runId: host.uuid(), ...(given.options && { options: given.options }), ...(given.approve && { approve: given.approve }), ...(given.trigger !== undefined && { inputs: { trigger: given.trigger } }) })
        if (!answer.ok) return refused(answer.failure, given)
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
    async resume(id, options) {
      const answer = await backend.resumeRun(id, options)
      if (!answer.ok) {
        const { failure } = answer
        const unknown = failure.kind === 'problem' ? failure.problem.unknown : undefined
        return unknown ? view.dispatch({ type: 'sheet', sheet: { type: 'unknown', run: id, unknown } }) : toast(failure.message)
      }
      await following.show(id)
    },
    show: (id) => following.show(id),
  }
  return work
}
