import { RotateCcw, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect } from 'react'
import { useSession, useView } from '../state/index.ts'
import { Button } from './parts/index.ts'
import './RunSheets.css'

/** Asks whether what nodes began, and may have done, is to be done again so that their run can go on: all of it, since a yes is for all. */
export function UnknownSheet({ onClose }: { readonly onClose: () => void }) {
  const { document, runs, view } = useSession()
  const sheet = useView((state) => (state.sheet?.type === 'unknown' ? state.sheet : null))

  // The nodes stand out on the canvas while they are asked about.
  useEffect(() => {
    if (sheet === null) return
    const wanted = new Set(sheet.unknown.map(({ node }) => node))
    const keys = document.getState().projection?.view.nodes.flatMap(({ id, key }) => (wanted.has(id) ? [key] : [])) ?? []
    view.dispatch({ type: 'select', nodes: keys })
  }, [sheet, document, view])

  function again(): void {
    if (!sheet) return
    onClose()
    void runs.resume(sheet.run, { retryUnknown: true })
  }

  return (
    <Dialog.Root open={sheet !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content className="dialog" data-testid="unknown-sheet">
          <div className="dialog-head">
            <Dialog.Title className="dialog-title">Something may have been done already</Dialog.Title>
            <Dialog.Close asChild>
              <Button icon aria-label="Close"><X className="icon" /></Button>
            </Dialog.Close>
          </div>
          <div className="dialog-body">
            <Dialog.Description className="dialog-text">
              This was begun, and nobody knows whether it was done. Look whether it was, before it is done a second time.
            </Dialog.Description>
            <ul className="effects" aria-label="What was begun">
              {sheet?.unknown.flatMap(({ node, effects }) => effects.map((effect) => (
                <li key={`${node} ${effect}`}>
                  <code>{effect}</code>
                  <span>by <span className="mono">{node}</span></span>
                </li>
              )))}
            </ul>
          </div>
          <div className="dialog-foot">
            <Button look="line" onClick={onClose}>Leave the run</Button>
            <Button look="primary" data-testid="retry-unknown" onClick={again}>
              <RotateCcw className="icon icon-14" aria-hidden="true" /> Do it again and go on
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
