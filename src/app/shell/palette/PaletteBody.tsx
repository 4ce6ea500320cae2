import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useSession } from '../../state/index.ts'
import { Keys } from '../parts/index.ts'
import { entriesOf, textEntries } from './entries.ts'
import type { Opening } from './opening.ts'
import { PaletteEntry } from './PaletteEntry.tsx'
import { scopeOf, search, type Found } from './search.ts'

/** The field and what it finds. `onChosen` closes the palette, then does what was chosen. */
export function PaletteBody({ opening, onChosen }: { readonly opening: Opening; readonly onChosen: (run: () => void) => void }) {
  const session = useSession()
  const [query, setQuery] = useState(() => session.view.getState().palette ?? '')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  // What can be done is asked once, and again when the palette stayed open over something that was done:
  // it is modal, so nothing else changes meanwhile.
  const [asked, setAsked] = useState(() => ({ entries: entriesOf(session) }))
  const { entries } = asked
  const { only, words } = scopeOf(query)
  // A large file is looked through between two keys, not before the next one.
  const looked = useDeferredValue(only === 'actions' ? '' : words)
  // eslint-disable-next-line react/exhaustive-deps -- `asked`, though not read: the text may be another one after something was done
  const hits = useMemo(() => textEntries(session, looked), [session, looked, asked])
  const groups = useMemo(() => search(entries, query, hits, session.view.getState().recent), [entries, query, hits, session])
  const flat = useMemo(() => groups.flatMap(({ found }) => found), [groups])

  function go({ entry }: Found, keepOpen: boolean): void {
    if (entry.off !== undefined) return session.view.dispatch({ type: 'announce', text: entry.off })
    if (keepOpen) {
      entry.run()
      return setAsked({ entries: entriesOf(session) })
    }
    onChosen(entry.run)
  }

  function choose(next: number): void {
    setChosen(next)
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' })
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || flat.length === 0) return
    const last = flat.length - 1
    switch (event.key) {
      case 'ArrowDown':
        choose(chosen === last ? 0 : chosen + 1)
        break
      case 'ArrowUp':
        choose(chosen === 0 ? last : chosen - 1)
        break
      case 'PageDown':
        choose(Math.min(last, chosen + 8))
        break
      case 'PageUp':
        choose(Math.max(0, chosen - 8))
        break
      case 'Enter':
        if (flat[chosen]) go(flat[chosen], event.ctrlKey || event.metaKey)
        event.stopPropagation()
        break
      default:
        return
    }
    event.preventDefault()
  }

  const at = Math.min(chosen, flat.length - 1)
  const entry = flat[at]?.entry

  useEffect(() => {
    session.view.dispatch({ type: 'foresee', foresight: entry?.foresee?.() ?? null })
    return () => session.view.dispatch({ type: 'foresee', foresight: null })
  }, [session, entry])

  useEffect(() => {
    const first = flat[0]
    // Not within the effect: closing is drawn at once.
    if (opening.isEntered() && first) queueMicrotask(() => go(first, false))
    // eslint-disable-next-line react/exhaustive-deps -- of how it was opened, so once
  }, [])

  return (
    <>
      <div className="command-query">
        <Search className="icon" aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="command-list"
          aria-activedescendant={flat[at] ? `command-${at}` : undefined}
          aria-label={only === 'nodes' ? 'Find in the file' : 'Find or do anything'}
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
        {flat.length === 0 && <p className="command-none">{words.trim().length < 2 && only === 'nodes' ? 'Type an id, a tool, or words of a prompt.' : 'Nothing is called that, and no text has it.'}</p>}
        {groups.map(({ group, found }) => (
          <div key={group} role="group" aria-label={group}>
            <div className="command-group" aria-hidden="true">{group}</div>
            {found.map((each) => {
              const index = flat.indexOf(each)
              return <PaletteEntry key={each.entry.id} found={each} id={`command-${index}`} chosen={index === at} choose={() => setChosen(index)} go={() => go(each, false)} />
            })}
          </div>
        ))}
      </div>
      <div className="command-foot" aria-hidden="true">
        <span><Keys keys={['↑', '↓']} /> move</span>
        <span><Keys keys={['Enter']} /> go</span>
        <span><Keys keys={['Mod', 'Enter']} /> go and keep open</span>
        <span className="grow" />
        <span>Start with <code>&gt;</code> for actions, <code>@</code> for nodes</span>
      </div>
    </>
  )
}
