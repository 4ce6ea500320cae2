import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useMemo, useRef, useState } from 'react'
import { importText, type Imported } from '../../../core/index.ts'
import { faultOfNewName } from '../../../protocol/index.ts'
import { useSession, useWorkspace, type Incoming } from '../../state/index.ts'
import { Button, Prose } from '../parts/index.ts'
import { ImportCard, type Draft } from './ImportCard.tsx'

type Row = { readonly name: string } & ({ readonly value: Imported } | { readonly message: string })

/** What came in, what would become of each text, and what would stay behind. Nothing is written before the button is pressed. */
export function ImportSheet({ incoming, onClose }: { readonly incoming: readonly Incoming[]; readonly onClose: () => void }) {
  const session = useSession()
  const taken = useWorkspace(({ files }) => files)
  const rows = useMemo(() => incoming.flatMap(({ name, text }) => importText(name, text).map((result): Row => ({ name: name === '' ? 'Pasted text' : name, ...(result.ok ? { value: result.value } : { message: result.message }) }))), [incoming])
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => rows.map((row) => ({ file: 'value' in row ? row.value.file : '', wanted: 'value' in row })))
  const [busy, setBusy] = useState(false)
  const before = useRef<HTMLElement | null>(null)
  const chosen = rows.flatMap((row, at) => ('value' in row && drafts[at]!.wanted ? [{ at, value: row.value, file: drafts[at]!.file.trim() }] : []))
  const wrong = chosen.flatMap(({ value, file }) => faultOfNewName(file, { format: formatOf(value) }) ?? [])[0] ?? null
  const off = busy ? 'The files are being written.' : chosen.length === 0 ? 'There is nothing to create.' : wrong
  const change = (at: number, draft: Partial<Draft>) => setDrafts((all) => all.with(at, { ...all[at]!, ...draft }))

  async function create(): Promise<void> {
    setBusy(true)
    let done = 0
    for (const { at, value, file } of chosen) {
      if (!(await session.files.create(file, value.text))) break
      done += 1
      // Written once: trying the rest again must not write it a second time under another name.
      change(at, { wanted: false })
    }
    setBusy(false)
    // What could not be written stays in the sheet, to be tried again under another name.
    if (done === chosen.length) onClose()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content
          className="dialog import-sheet"
          data-testid="import-sheet"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            before.current?.focus({ preventScroll: true })
          }}
        >
          <div className="dialog-head">
            <Dialog.Title className="dialog-title">{rows.length === 1 ? 'Import a file' : `Import ${rows.length} files`}</Dialog.Title>
            <Dialog.Close asChild>
              <Button icon aria-label="Close"><X className="icon" /></Button>
            </Dialog.Close>
          </div>
          <div className="dialog-body import-body" tabIndex={0} role="region" aria-label="What came in">
            {rows.map((row, at) =>
              'value' in row ? (
                <ImportCard
                  key={at}
                  name={row.name}
                  imported={row.value}
                  draft={drafts[at]!}
                  alone={rows.length === 1}
                  hindrance={faultOfNewName(drafts[at]!.file, { format: formatOf(row.value) })}
                  isTaken={taken.some(({ path }) => path === drafts[at]!.file.trim())}
                  onChange={(draft) => change(at, draft)}
                />
              ) : (
                <section key={at} className="import-card" data-failed="true" aria-label={row.name}>
                  <h3 className="mono">{row.name}</h3>
                  <p className="import-failed"><Prose text={row.message} /></p>
                </section>
              ),
            )}
          </div>
          <div className="dialog-foot">
            <Dialog.Close asChild>
              <Button look="line">Cancel</Button>
            </Dialog.Close>
            <Button look="primary" off={off} data-testid="create-imported" onClick={() => void create()}>
              {chosen.length > 1 ? `Create ${chosen.length} files` : 'Create file'}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function formatOf({ file }: Imported): 'yaml' | 'json' {
  return /\.json$/i.test(file) ? 'json' : 'yaml'
}
