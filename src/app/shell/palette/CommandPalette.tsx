import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useSession, useView } from '../../state/index.ts'
import { Keys, KindTile } from '../parts/index.ts'
import './CommandPalette.css'
import { entriesOf, type Entry } from './entries.ts'
import { search, type Found } from './search.ts'

/** Finds nodes, files and everything that can be done. */
export function CommandPalette() {
  const { view } = useSession()
  const open = useView(({ palette }) => palette !== null)
  const before = useRef<HTMLElement | null>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => view.dispatch({ type: 'palette', query: next ? '' : null })}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content
          className="command-palette"
          data-testid="command-palette"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
          }}
          onCloseAutoFocus={(event) => {
            // Back to where the keyboard was: the palette is opened from anywhere.
            event.preventDefault()
            before.current?.focus({ preventScroll: true })
          }}
        >
          <Dialog.Title className="unseen">Find or do anything</Dialog.Title>
          <Body />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Body() {
  const session = useSession()
  const [query, setQuery] = useState(() => session.view.getState().palette ?? '')
  const [chosen, setChosen] = useState(0)
  // What can be done is asked once: the palette is modal, so nothing else changes meanwhile.
  const [entries] = useState(() => entriesOf(session))
  const groups = useMemo(() => search(entries, query), [entries, query])
  const flat = useMemo(() => groups.flatMap(({ found }) => found), [groups])
  const list = useRef<HTMLDivElement>(null)

  function go({ entry }: Found): void {
    session.view.dispatch({ type: 'palette', query: null })
    // After the dialog has given the focus back, so that the entry may place it.
    setTimeout(entry.run, 0)
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && flat.length > 0) {
      event.preventDefault()
      const next = (chosen + step + flat.length) % flat.length
      setChosen(next)
      list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' })
    }
    const found = flat[chosen]
    if (event.key === 'Enter' && found) {
      event.preventDefault()
      event.stopPropagation()
      go(found)
    }
  }

  return (
    <>
      <div className="command-query">
        <Search className="icon" aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="command-list"
          aria-activedescendant={flat[chosen] ? `command-${chosen}` : undefined}
          aria-label="Find or do anything"
          placeholder="Find or do anything"
          data-own-undo
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        <span className="command-count" role="status">{flat.length === 1 ? '1 result' : `${flat.length} results`}</span>
      </div>
      <div className="command-list" id="command-list" role="listbox" aria-label="Results" ref={list} tabIndex={-1}>
        {flat.length === 0 && <p className="command-none">Nothing is called that.</p>}
        {groups.map(({ group, found }) => (
          <div key={group} role="group" aria-label={group}>
            <div className="command-group" aria-hidden="true">{group}</div>
            {found.map((each) => {
              const index = flat.indexOf(each)
              return (
                <div
                  key={each.entry.id}
                  id={`command-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  className="command"
                  onPointerMove={() => setChosen(index)}
                  onClick={() => go(each)}
                >
                  <EntryIcon icon={each.entry.icon} />
                  <span className={each.entry.mono ? 'command-label mono' : 'command-label'}>{marked(each)}</span>
                  <span className="command-hint clip grow">{each.entry.hint}</span>
                  {each.entry.keys && <Keys keys={each.entry.keys} />}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <div className="command-foot" aria-hidden="true">
        <span><Keys keys={['↑', '↓']} /> move</span>
        <span><Keys keys={['Enter']} /> go</span>
        <span className="grow" />
        <span>Start with <code>&gt;</code> for actions, <code>@</code> for nodes</span>
      </div>
    </>
  )
}

function EntryIcon({ icon }: { readonly icon: Entry['icon'] }) {
  if (typeof icon === 'string') return <KindTile kind={icon} small />
  const Icon = icon
  return <Icon className="icon" aria-hidden="true" />
}

function marked({ entry: { label }, marks }: Found): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const { start, end } of marks) {
    parts.push(label.slice(from, start), <mark key={start}>{label.slice(start, end)}</mark>)
    from = end
  }
  parts.push(label.slice(from))
  return parts
}
