import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { TokenName } from './control.ts'

type Props = {
  readonly token: TokenName
  /** The label of the list, in the middle of a sentence. */
  readonly of: string
  readonly goes: boolean
  readonly moves: boolean
  onKeyDown(event: KeyboardEvent): void
  go(): void
  remove(): void
}

/** One name of a list: to be walked to, gone to, moved and removed. */
export function Token({ token: { name, note, unknown }, of, goes, moves, onKeyDown, go, remove }: Props) {
  const can = [goes && 'Enter goes to it', 'Delete removes it', moves && 'Alt and an arrow move it'].filter(Boolean).join(', ')
  return (
    <span className="token" data-unknown={unknown || undefined} data-some={note !== undefined || undefined}>
      <span
        role="button"
        className="token-name"
        data-token=""
        tabIndex={-1}
        title={can}
        aria-label={`${name}${note === undefined ? '' : `, ${note}`}${unknown ? ', unknown' : ''}, in ${of}. ${can}.`}
        onKeyDown={onKeyDown}
        onDoubleClick={go}
      >
        {name}
        {note !== undefined && <span className="token-note">{note}</span>}
      </span>
      <button type="button" tabIndex={-1} aria-label={`Remove ${name} from ${of}`} onClick={remove}>
        <X className="icon icon-12" aria-hidden="true" />
      </button>
    </span>
  )
}
