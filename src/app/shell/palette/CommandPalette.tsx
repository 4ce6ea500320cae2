import { Dialog } from 'radix-ui'
import { flushSync } from 'react-dom'
import { useSession, useView } from '../../state/index.ts'
import './CommandPalette.css'
import type { PaletteProps } from './opening.ts'
import { PaletteBody } from './PaletteBody.tsx'

/** Finds nodes, words, files and everything that can be done. */
export function CommandPalette({ opening, onClose }: PaletteProps) {
  const { view } = useSession()
  const open = useView(({ palette }) => palette !== null)

  /**
   * Closes, gives the keyboard back to where it was (the palette is opened from anywhere), and only then does
   * what was chosen, which may place the keyboard elsewhere. All of it before the next key is heard: that
   * may open the palette again.
   */
  function close(run?: () => void): void {
    flushSync(onClose)
    opening.end()
    run?.()
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? view.dispatch({ type: 'palette', query: '' }) : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content
          className="command-palette"
          data-testid="command-palette"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            opening.begin()
            // The caret behind what stands there: the sign for nodes must not be typed over.
            event.preventDefault()
            const field = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelector('input') : null
            field?.focus()
            field?.setSelectionRange(field.value.length, field.value.length)
          }}
          onCloseAutoFocus={(event) => {
            // Closed by its key, and not opened again since: this comes a moment later.
            event.preventDefault()
            if (view.getState().palette === null) opening.end()
          }}
        >
          <Dialog.Title className="unseen">Find or do anything</Dialog.Title>
          <PaletteBody opening={opening} onChosen={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
