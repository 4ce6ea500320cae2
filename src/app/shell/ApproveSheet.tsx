import { ShieldCheck, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect } from 'react'
import { useSession, useView } from '../state/index.ts'
import { Button } from './parts/index.ts'
import './RunSheets.css'

/** Asks once, before anything has started, about all that a run may do and that no rule decides. */
export function ApproveSheet({ onClose }: { readonly onClose: () => void }) {
  const { document, runs, view } = useSession()
  const sheet = useView((state) => (state.sheet?.type === 'approve' ? state.sheet : null))
  const count = sheet?.effects.length ?? 0

  // The nodes that may do it stand out on the canvas while it is asked.
  useEffect(() => {
    if (sheet === null) return
    const wanted = new Set(sheet.effects.flatMap(({ nodes }) => nodes))
    const keys = document.getState().projection?.view.nodes.flatMap(({ id, key }) => (wanted.has(id) ? [key] : [])) ?? []
    view.dispatch({ type: 'select', nodes: keys })
  }, [sheet, document, view])

  function approve(): void {
    if (!sheet) return
    onClose()
    void runs.start({ ...sheet.given, approve: [...(sheet.given.approve ?? []), ...sheet.effects.map(({ effect }) => effect)] })
  }

  return (
    <Dialog.Root open={sheet !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content className="dialog" data-testid="approve-sheet">
          <div className="dialog-head">
            <Dialog.Title className="dialog-title">{count === 1 ? 'This run may do something outside' : `This run may do ${count} things outside`}</Dialog.Title>
            <Dialog.Close asChild>
              <Button icon aria-label="Close"><X className="icon" /></Button>
            </Dialog.Close>
          </div>
          <div className="dialog-body">
            <Dialog.Description className="dialog-text">A yes covers this whole run and no other. Nothing has started yet.</Dialog.Description>
            <ul className="effects" aria-label="Effects">
              {sheet?.effects.map(({ effect, nodes, tools }) => (
                <li key={effect} data-testid={`effect-${effect}`}>
                  <code>{effect}</code>
                  <span>
                    {'by '}
                    {nodes.map((node, at) => (
                      <span key={node}>
                        {at > 0 && ', '}
                        <button type="button" className="link mono" onClick={() => view.dispatch({ type: 'select', nodes: [node] })}>{node}</button>
                      </span>
                    ))}
                    {tools.length > 0 && ` with ${tools.join(', ')}`}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <div className="dialog-foot">
            <Button look="line" onClick={onClose}>Do not run</Button>
            <Button look="primary" data-testid="approve-run" onClick={approve}>
              <ShieldCheck className="icon icon-14" aria-hidden="true" /> {count === 1 ? 'Approve and run' : `Approve all ${count} and run`}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
