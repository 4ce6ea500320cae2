import type { DocumentStore } from './documentState.ts'
import type { LayoutStore } from './layout.ts'
import type { RunStore } from './run.ts'
import type { TabsStore } from './tabs.ts'
import type { ViewStore } from './view.ts'
import type { WorkspaceStore } from './workspace.ts'

export type Stores = {
  readonly document: DocumentStore
  readonly view: ViewStore
  readonly layout: LayoutStore
  readonly run: RunStore
  readonly workspace: WorkspaceStore
  /** The open files; the one that is shown is in the other stores. */
  readonly tabs: TabsStore
}
