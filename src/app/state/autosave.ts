import type { FileWork } from './fileWork.ts'
import type { Host } from './host.ts'
import type { OpenFiles } from './openFiles.ts'
import type { Stores } from './stores.ts'

const AFTER = 1000

/**
 * Writes files after a pause in typing, where the user turned that on: only a text that parses, never
 * over something that the user has to decide.
 */
export function createAutosave({ document, workspace }: Stores, files: OpenFiles, work: FileWork, host: Host): () => void {
  let cancel: (() => void) | null = null

  function soon(): void {
    cancel?.()
    cancel = host.after(AFTER, saveAll)
  }

  function saveAll(): void {
    if (!workspace.getState().autosave || workspace.getState().offline) return
    for (const path of files.paths()) if (isReady(path)) void work.save(path)
  }

  function isReady(path: string): boolean {
    const state = files.state(path)
    if (!state?.document || !state.dirty || state.clash || state.deleted || state.trouble !== null) return false
    // Text alone is written as it is; a drawing that lags is waited for: its arrival asks again.
    return state.textOnly !== null || (state.projection?.revision === state.document.revision && !state.projection.stale)
  }

  const stops = [
    document.subscribe((state, before) => {
      if (!workspace.getState().autosave) return
      if (state.dirty && (state.document !== before.document || state.projection !== before.projection || state.clash !== before.clash)) soon()
    }),
    workspace.subscribe((state, before) => {
      if (state.autosave !== before.autosave) host.memory.write('autosave', state.autosave)
      if (state.autosave && (!before.autosave || (before.offline && !state.offline))) soon()
    }),
  ]
  return () => {
    cancel?.()
    for (const stop of stops) stop()
  }
}
