import type { Session } from './state/index.ts'

declare global {
  interface Window {
    /** Only in test builds and development. */
    __heddle?: {
      text(): string
      definition(): unknown
      revision(): number
      select(id: string): void
    }
  }
}

/** Lets tests read the open document and select in it. */
export function expose(session: Session): void {
  window.__heddle = {
    text: () => session.document.getState().document?.text ?? '',
    definition: () => session.document.analysis()?.reading?.model ?? null,
    revision: () => session.document.getState().document?.revision ?? -1,
    select: (id) => session.view.dispatch({ type: 'select', nodes: [id] }),
  }
}
