import type { Backend } from './backend.ts'
import type { Stores } from './stores.ts'

/** The tools of the folder, and whether its own code may run. */
export type ToolWork = {
  /** Asks for the tools that nodes may call. */
  load(): Promise<void>
  /** Lets the code and the servers of the folder run, or no longer. False when that could not be kept. */
  trust(trusted: boolean): Promise<boolean>
  /** Asks whether the code and the servers of the folder may run. */
  askTrust(): void
}

export function createToolWork({ view, workspace }: Pick<Stores, 'view' | 'workspace'>, backend: Pick<Backend, 'tools' | 'trust'>): ToolWork {
  return {
    async load() {
      const answer = await backend.tools()
      // Without them fields offer no names; what is wrong with a tool is still told when the file is checked.
      if (answer.ok) workspace.dispatch({ type: 'tools', tools: answer.value })
    },
    askTrust() {
      const why = 'Tools that are code or servers of this folder are neither checked nor run, since the folder is not trusted.'
      view.dispatch({ type: 'sheet', sheet: { type: 'trust', why, given: null } })
    },
    async trust(trusted) {
      const answer = await backend.trust(trusted)
      if (!answer.ok) {
        view.dispatch({ type: 'toast', tone: 'error', text: answer.failure.message })
        return false
      }
      workspace.dispatch({ type: 'tools', tools: answer.value })
      return true
    },
  }
}
