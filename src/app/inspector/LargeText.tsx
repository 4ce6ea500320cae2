import { Dialog } from 'radix-ui'
import { useRef, type KeyboardEvent } from 'react'
import { Button, Prose } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'
import type { Draft } from './useDraft.ts'

type Props = { readonly label: string; readonly help: string; readonly draft: Draft; readonly placeholder: string; close(): void }

/** A long text with room to write. It edits the same field as the form: nothing waits for a button. */
export function LargeText({ label, help, draft, placeholder, close }: Props) {
  const session = useSession()
  const area = useRef<HTMLTextAreaElement>(null)
  const before = useRef(document.activeElement)

  function press(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) session.undo()
    else if (key === 'y' || key === 'z') session.redo()
    else if (key === 'enter') close()
    else return
    event.preventDefault()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content
          className="dialog dialog-wide large-text"
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            const { current } = area
            current?.focus()
            current?.setSelectionRange(current.value.length, current.value.length)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            draft.settle()
            if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
          }}
        >
          <div className="dialog-head">
            <Dialog.Title className="dialog-title">{label}</Dialog.Title>
            <span className="field-note" role="status">{countOf(draft.text)}</span>
          </div>
          <Dialog.Description className="dialog-text"><Prose text={help} /></Dialog.Description>
          <div className="dialog-body large-text-body">
            <textarea
              ref={area}
              className="control large-text-area"
              aria-label={label}
              data-testid="large-text"
              value={draft.text}
              placeholder={placeholder}
              spellCheck={false}
              onChange={(event) => draft.type(event.target.value)}
              onKeyDown={press}
            />
          </div>
          <div className="dialog-foot">
            <Dialog.Close asChild>
              <Button look="primary">Back to the form</Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function countOf(text: string): string {
  const words = text.length > 200_000 ? null : (text.match(/\S+/g)?.length ?? 0)
  return words === null ? `${text.length.toLocaleString('en')} characters` : `${words.toLocaleString('en')} words, ${text.length.toLocaleString('en')} characters`
}
