import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useId, useState, type FormEvent } from 'react'
import { faultOfNewName } from '../../protocol/index.ts'
import { Button } from '../shell/parts/index.ts'
import { STARTS } from '../shell/starts.ts'
import { useSession, useWorkspace } from '../state/index.ts'
import './FileDialogs.css'

/** What is asked about a file: what a new one begins with and its name, or a new name. */
export function FileDialogs() {
  const { workspace } = useSession()
  const dialog = useWorkspace((state) => (state.dialog?.type === 'rename' && state.dialog.inList ? null : state.dialog))
  const close = () => workspace.dispatch({ type: 'dialog', dialog: null })
  return (
    <Dialog.Root open={dialog !== null} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        {dialog && (
          <Dialog.Content className="dialog" aria-describedby={undefined} data-testid="file-dialog">
            <div className="dialog-head">
              <Dialog.Title className="dialog-title">{dialog.type === 'new' ? 'New workflow' : 'Rename or move'}</Dialog.Title>
              <Dialog.Close asChild>
                <Button icon aria-label="Close"><X className="icon" /></Button>
              </Dialog.Close>
            </div>
            {dialog.type === 'new' ? <NewFile folder={dialog.folder} onDone={close} /> : <Rename path={dialog.path} onDone={close} />}
          </Dialog.Content>
        )}
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function NewFile({ folder, onDone }: { readonly folder: string; readonly onDone: () => void }) {
  const { files: work } = useSession()
  const [start, setStart] = useState(STARTS[0]!)
  const files = useWorkspace((state) => state.files)
  const taken = new Set(files.map((file) => file.path))
  // A name that the user wrote stays when another start is chosen.
  const [written, setWritten] = useState<string | null>(null)
  const name = written ?? freeName(`${folder}${start.name}`, taken)
  const wrong = faultOfNewName(name, { taken })

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (wrong === null && (await work.create(name.trim(), start.content))) onDone()
  }

  return (
    <form onSubmit={(event) => void create(event)}>
      <div className="dialog-body">
        <fieldset className="starts">
          <legend className="unseen">What it begins with</legend>
          {STARTS.map((each) => (
            <label key={each.id} className="start-choice" data-chosen={each === start || undefined}>
              <input type="radio" name="start" className="unseen" checked={each === start} onChange={() => setStart(each)} />
              <b>{each.title}</b>
              <span>{each.text}</span>
            </label>
          ))}
        </fieldset>
        <NameField label="Name, with folders if you like" value={name} wrong={wrong} onChange={setWritten} />
      </div>
      <div className="dialog-foot">
        <Button look="line" onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" off={wrong}>Create workflow</Button>
      </div>
    </form>
  )
}

function Rename({ path, onDone }: { readonly path: string; readonly onDone: () => void }) {
  const { folder } = useSession()
  const files = useWorkspace((state) => state.files)
  const [name, setName] = useState(path)
  const wrong = name.trim() === path ? 'This is its name now.' : faultOfNewName(name, { taken: new Set(files.map((file) => file.path)) })

  async function rename(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (wrong === null && (await folder.rename(path, name.trim()))) onDone()
  }

  return (
    <form onSubmit={(event) => void rename(event)}>
      <div className="dialog-body">
        <NameField label="Name, with its folders" value={name} wrong={name.trim() === path ? null : wrong} onChange={setName} />
      </div>
      <div className="dialog-foot">
        <Button look="line" onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" off={wrong}>Rename</Button>
      </div>
    </form>
  )
}

type NameProps = { readonly label: string; readonly value: string; readonly wrong: string | null; readonly onChange: (value: string) => void }

function NameField({ label, value, wrong, onChange }: NameProps) {
  const id = useId()
  return (
    <div className="name-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input mono" value={value} spellCheck={false} autoComplete="off" aria-invalid={wrong !== null} aria-describedby={`${id}-wrong`} data-own-undo="" data-testid="new-name" onChange={(event) => onChange(event.target.value)} />
      <p id={`${id}-wrong`} className="name-wrong" aria-live="polite">{wrong}</p>
    </div>
  )
}

function freeName(path: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? path : path.replace(/(\.[^./]+)$/, `-${n}$1`)
    if (!taken.has(name)) return name
  }
}
