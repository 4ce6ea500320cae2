import { ShieldCheck, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useSession, useView } from '../state/index.ts'
import { Button } from './parts/index.ts'

/** Asks whether the folder's own code and servers may run, before a run begins that needs them or without one. */
export function TrustSheet({ onClose }: { readonly onClose: () => void }) {
  const { runs, tools } = useSession()
  const sheet = useView((state) => (state.sheet?.type === 'trust' ? state.sheet : null))

  async function trust(): Promise<void> {
    if (!sheet) return
    onClose()
    if ((await tools.trust(true)) && sheet.given) await runs.start(sheet.given)
  }

  return (
    <Dialog.Root open={sheet !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content className="dialog" data-testid="trust-sheet">
          <div className="dialog-head">
            <Dialog.Title className="dialog-title">Trust this folder</Dialog.Title>
            <Dialog.Close asChild>
              <Button icon aria-label="Close"><X className="icon" /></Button>
            </Dialog.Close>
          </div>
          <Dialog.Description className="dialog-text">
            {sheet?.why} Trust it only if you know who wrote it: its tool modules and the servers in its <code>.mcp.json</code> run on this
            machine with your rights. The decision is kept outside of the folder.
          </Dialog.Description>
          <div className="dialog-foot">
            <Button look="line" onClick={onClose}>{sheet?.given ? 'Do not run' : 'Do not trust'}</Button>
            <Button look="primary" data-testid="trust-run" onClick={() => void trust()}>
              <ShieldCheck className="icon icon-14" aria-hidden="true" /> {sheet?.given ? 'Trust and run' : 'Trust this folder'}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
