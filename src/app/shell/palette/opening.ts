import type { RefObject } from 'react'

/** How the palette was opened, while it was still on its way. */
export type Opening = {
  /** What had the keyboard before; it is given back to it. */
  readonly from: HTMLElement | null
  /** Enter was pressed already: go to the first that is found. */
  readonly isEntered: boolean
}

export type PaletteProps = {
  readonly opening: RefObject<Opening | null>
  readonly onClose: () => void
}
