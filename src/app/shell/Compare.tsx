import { Dialog } from 'radix-ui'
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { useDocument, useSession, type Clash } from '../state/index.ts'
import './Compare.css'
import { compareLines } from './compareLines.ts'
import { Button } from './parts/index.ts'

type Props = { readonly clash: Clash; readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** The text in the editor beside the one on disk, line by line. */
export function Compare({ clash, open, onOpenChange }: Props) {
  const { files } = useSession()
  const mine = useDocument(({ document }) => document?.text ?? '')
  const rows = useMemo(() => (open ? compareLines(mine, clash.theirs) : []), [open, mine, clash.theirs])
  const answer = (take: 'theirs' | 'mine') => {
    onOpenChange(false)
    void files.resolve({ take })
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content className="dialog dialog-wide" aria-describedby={undefined}>
          <div className="dialog-head">
            <Dialog.Title className="dialog-title">Two versions of this file</Dialog.Title>
            <Dialog.Close asChild>
              <Button icon aria-label="Close"><X className="icon" /></Button>
            </Dialog.Close>
          </div>
          <div className="dialog-body" tabIndex={0} role="region" aria-label="Both texts">
            <table className="compare">
              <colgroup>
                <col className="compare-numbers" />
                <col />
                <col className="compare-numbers" />
                <col />
              </colgroup>
              <thead>
                <tr>
                  <th colSpan={2}>Yours, in the editor</th>
                  <th colSpan={2}>Theirs, on disk</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ left, right }) => (
                  <tr key={`${left?.line ?? '-'}:${right?.line ?? '-'}`} data-same={left !== null && right !== null}>
                    <td className="compare-line">{left?.line}</td>
                    <td className="compare-text" data-side={left && !right ? 'mine' : undefined}>{left?.text}</td>
                    <td className="compare-line">{right?.line}</td>
                    <td className="compare-text" data-side={right && !left ? 'theirs' : undefined}>{right?.text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="dialog-foot">
            <Button look="line" onClick={() => answer('theirs')}>Take theirs</Button>
            <Button look="primary" onClick={() => answer('mine')}>Keep mine and save</Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
