/** How the palette was opened while it was still on its way. */
export type Opening = {
  /** What had the keyboard before, to be given it back; undefined when the palette was there. */
  from(): HTMLElement | null | undefined
  /** Was Enter pressed already? Then it goes to the first that is found. */
  isEntered(): boolean
  begin(from: HTMLElement | null): void
  enter(): void
  end(): void
}

export type PaletteProps = {
  readonly opening: Opening
  readonly onClose: () => void
}

export function createOpening(): Opening {
  let from: HTMLElement | null | undefined
  let isEntered = false
  return {
    from: () => from,
    isEntered: () => isEntered,
    begin(element) {
      from = element
      isEntered = false
    },
    enter() {
      isEntered = true
    },
    end() {
      from = undefined
      isEntered = false
    },
  }
}
