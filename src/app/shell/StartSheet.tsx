import { Play, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import type { Json } from '../../core/index.ts'
import { useSession, useView } from '../state/index.ts'
import { Button, Keys } from './parts/index.ts'
import './RunSheets.css'

/** Asks what a run is to be started with; what the last run of the file was started with stands there already. */
export function StartSheet({ onClose }: { readonly onClose: () => void }) {
  const open = useView(({ sheet }) => sheet?.type === 'start')
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content className="dialog" data-testid="start-sheet">
          <div className="dialog-head">
            <Dialog.Title className="dialog-title">Run with</Dialog.Title>
            <Dialog.Close asChild>
              <Button icon aria-label="Close"><X className="icon" /></Button>
            </Dialog.Close>
          </div>
          {open && <Ask onDone={onClose} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Ask({ onDone }: { readonly onDone: () => void }) {
  const { runs } = useSession()
  const [text, setText] = useState(() => runs.lastTrigger())
  const { value, words } = readTrigger(text)

  function start(event: FormEvent | KeyboardEvent): void {
    event.preventDefault()
    event.stopPropagation()
    onDone()
    void runs.start({ trigger: value })
  }

  return (
    <form onSubmit={start}>
      <div className="dialog-body">
        <Dialog.Description className="dialog-text">What starts the run: a message, a question, or JSON. Templates read it as <code>.trigger</code>. It may be empty.</Dialog.Description>
        <textarea
          className="control start-text mono"
          aria-label="What the run is started with"
          data-testid="trigger"
          data-own-undo=""
          rows={4}
          autoFocus
          value={text}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start(event)
          }}
        />
        <p className="dialog-text start-words" aria-live="polite">{words}</p>
      </div>
      <div className="dialog-foot">
        <Button look="line" onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" data-testid="start-run">
          <Play className="icon icon-14" aria-hidden="true" /> Run <Keys keys={['Mod', 'Enter']} />
        </Button>
      </div>
    </form>
  )
}

/** What is typed, as a run gets it: an object or a list where it is one in JSON, else the text. */
export function readTrigger(text: string): { readonly value: Json; readonly words: string } {
  if (!/^\s*[{[]/.test(text)) return { value: text, words: '' }
  try {
    return { value: JSON.parse(text) as Json, words: 'Read as JSON: its parts can be read, as in .trigger.name.' }
  } catch {
    return { value: text, words: 'Not valid JSON, so it is given as plain text.' }
  }
}
