import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { useSession, useView } from '../../state/index.ts'
import './CommandPalette.css'
import { PaletteBody } from './PaletteBody.tsx'

/** Finds nodes, words, files and everything that can be done. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { view } = useSession()
  const open = useView(({ palette }) => palette !== null)
  const before = useRef<HTMLElement | null>(null)
  const chosen = useRef<(() => void) | null>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? view.dispatch({ type: 'palette', query: '' }) : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content
          className="command-palette"
          data-testid="command-palette"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
            // The caret behind what stands there: the sign for nodes must not be typed over.
            event.preventDefault()
            const field = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelector('input') : null
            field?.focus()
            field?.setSelectionRange(field.value.length, field.value.length)
          }}
          onCloseAutoFocus={(event) => {
            // Back to where the keyboard was: the palette is opened from anywhere.
            event.preventDefault()
            before.current?.focus({ preventScroll: true })
            // Only now, so that what was chosen may place the keyboard elsewhere.
            const run = chosen.current
            chosen.current = null
            run?.()
          }}
        >
          <Dialog.Title className="unseen">Find or do anything</Dialog.Title>
          <PaletteBody
            onChosen={(run) => {
              chosen.current = run
              view.dispatch({ type: 'palette', query: null })
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
