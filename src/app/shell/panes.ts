import type { ComponentType } from 'react'
import type { BottomTab } from '../state/index.ts'

/** What fills the regions of the page. The shell knows the regions, not what is in them. */
export type Panes = {
  readonly Canvas: ComponentType
  /** The list of files. */
  readonly Files: ComponentType
  /** The row of open files under the top bar. */
  readonly Tabs: ComponentType
  /** The crumb in the top bar: the open file, and the menu to open another. */
  readonly FileMenu: ComponentType
  /** Kinds to add; `pill` is the form that floats on the canvas. */
  readonly Palette: ComponentType<{ readonly pill?: boolean }>
  /** The text, with its own head. */
  readonly Text: ComponentType
  /** The inspector, with its own head. */
  readonly Inspector: ComponentType
  readonly bottom: readonly BottomPane[]
}

export type BottomPane = {
  readonly tab: BottomTab
  readonly label: string
  /** An icon before and a count after the label. */
  readonly Mark?: ComponentType
  readonly Count?: ComponentType
  /** Filters and figures at the right end of the strip while the tab is open. */
  readonly Head?: ComponentType
  readonly Body: ComponentType
}
