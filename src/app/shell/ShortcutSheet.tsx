import { Dialog } from 'radix-ui'
import { X } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { useSession, useView } from '../state/index.ts'
import { actionsOf, type Action } from './actions/index.ts'
import { Button, Keys, match } from './parts/index.ts'
import './ShortcutSheet.css'

/** What no action says: how the keyboard moves. */
const MOVING: readonly { readonly label: string; readonly keys: readonly (readonly string[])[] }[] = [
  { label: 'Next and previous control', keys: [['Tab'], ['Shift', 'Tab']] },
  { label: 'Over nodes, rows, tabs, tokens', keys: [['←'], ['→'], ['↑'], ['↓']] },
  { label: 'From a node to its fields', keys: [['Enter']] },
  { label: 'Close, or select nothing', keys: [['Esc']] },
  { label: 'In the text, let Tab move on', keys: [['Mod', 'M']] },
  { label: 'Move a line between panes', keys: [['←'], ['→']] },
]

/** Every shortcut, by what it is for. From the same table as the palette and the menus. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const open = useView(({ sheet }) => sheet?.type === 'shortcuts')
  const before = useRef<Element | null>(null)

  /** What is looked for can be typed at once. */
  function toFilter(event: Event): void {
    before.current = document.activeElement
    event.preventDefault()
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('input')?.focus()
  }

  /** To where the keyboard was: the list is opened from anywhere. */
  function back(event: Event): void {
    event.preventDefault()
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content className="dialog dialog-wide shortcuts" data-testid="shortcuts" aria-describedby={undefined} onOpenAutoFocus={toFilter} onCloseAutoFocus={back}>
          <Body />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Body() {
  const session = useSession()
  const [query, setQuery] = useState('')
  const [actions] = useState(() => actionsOf(session).filter(({ keys }) => keys))
  const found = (label: string) => match(query, label) !== null
  const shown = actions.filter(({ label }) => found(label))
  const moving = MOVING.filter(({ label }) => found(label))
  const groups = [...new Set(shown.map(({ group }) => group))]
  return (
    <>
      <div className="dialog-head">
        <Dialog.Title className="dialog-title">Shortcuts</Dialog.Title>
        <Dialog.Close asChild>
          <Button icon aria-label="Close"><X className="icon" aria-hidden="true" /></Button>
        </Dialog.Close>
      </div>
      <div className="shortcuts-filter">
        <input className="input" type="search" aria-label="Find a shortcut" placeholder="Find a shortcut" value={query} data-own-undo onChange={(event) => setQuery(event.target.value)} />
      </div>
      <div className="dialog-body shortcuts-body" tabIndex={0} role="region" aria-label="Shortcuts by group">
        {groups.length === 0 && moving.length === 0 && <p className="command-none">No shortcut is called that.</p>}
        {groups.map((group) => (
          <Group key={group} title={group} rows={shown.filter((action) => action.group === group).map(rowOf)} />
        ))}
        {moving.length > 0 && <Group title="Moving" rows={moving} />}
      </div>
    </>
  )
}

type Row = { readonly label: string; readonly keys: readonly (readonly string[])[]; readonly where?: string }

function rowOf({ label, keys = [], alsoKeys = [], reach }: Action): Row {
  return { label, keys: [keys, ...alsoKeys], ...(reach && reach !== 'everywhere' && { where: WHERE[reach] }) }
}

const WHERE = { canvas: 'on the canvas', text: 'in the text', files: 'in the list of files' } as const

function Group({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section className="shortcuts-group">
      <h3>{title}</h3>
      <dl>
        {rows.map(({ label, keys, where }) => (
          <div key={`${label} ${where}`} className="shortcuts-row">
            <dt>
              {label}
              {where !== undefined && <span className="menu-hint">{` ${where}`}</span>}
            </dt>
            <dd>
              {keys.map((combination, at) => (
                <Fragment key={combination.join(' ')}>
                  {at > 0 && <span className="shortcuts-or">or</span>}
                  <Keys keys={combination} spoken />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
