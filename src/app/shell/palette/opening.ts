/** How the palette was opened, from the key on: it may still be on its way then. */
export type Opening = {
  /** Notes what has the keyboard, once until `end`: what waits in the palette's place may have noted it before. */
  begin(): void
  /** Enter was pressed while the palette was on its way. */
  enter(): void
  isEntered(): boolean
  /** The palette is closed: what had the keyboard has it again. */
  end(): void
}

export type PaletteProps = {
  readonly opening: Opening
  readonly onClose: () => void
}

export function createOpening(): Opening {
  let from: Element | null = null
  let isEntered = false
  return {
    begin() {
      from ??= document.activeElement
    },
    enter() {
      isEntered = true
    },
    isEntered: () => isEntered,
    end() {
      if (from instanceof HTMLElement) from.focus({ preventScroll: true })
      from = null
      isEntered = false
    },
  }
}
