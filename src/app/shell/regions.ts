import type { ReactNode } from 'react'
import type { Panes } from './panes.ts'

/** The filled regions, to be arranged. */
export type Regions = {
  readonly stage: ReactNode
  readonly files: ReactNode
  readonly text: ReactNode
  readonly inspector: ReactNode
  readonly panes: Panes
}
