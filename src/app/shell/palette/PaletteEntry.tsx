import type { ReactNode } from 'react'
import { Keys, KindTile } from '../parts/index.ts'
import type { Entry } from './entries.ts'
import type { Found } from './search.ts'

type Props = { readonly found: Found; readonly id: string; readonly chosen: boolean; choose(): void; go(): void }

/** One row of the palette; one that cannot be done now says why. */
export function PaletteEntry({ found, id, chosen, choose, go }: Props) {
  const { icon, mono, excerpt, hint, keys, off } = found.entry
  return (
    <div id={id} role="option" aria-selected={chosen} aria-disabled={off !== undefined || undefined} className="command" onPointerMove={choose} onClick={go}>
      <EntryIcon icon={icon} />
      <span className={mono ? 'command-label mono' : 'command-label'}>{marked(found)}</span>
      {excerpt ? (
        <span className="command-hint clip grow">
          {excerpt.before}
          <mark>{excerpt.match}</mark>
          {excerpt.after}
        </span>
      ) : (
        <span className={off === undefined ? 'command-hint clip grow' : 'command-off clip grow'}>{off ?? hint}</span>
      )}
      {excerpt && <span className="command-where">{hint}</span>}
      {keys && <Keys keys={keys} />}
    </div>
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
