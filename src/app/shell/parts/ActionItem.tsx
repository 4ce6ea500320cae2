import { DropdownMenu } from 'radix-ui'
import type { Action } from '../actions/index.ts'
import { KindTile } from './KindTile.tsx'
import { Keys } from './Keys.tsx'

/** An action as an entry of a menu, with its shortcut; one that cannot be done now says why. */
export function ActionItem({ action: { label, icon, keys, off, run } }: { readonly action: Action }) {
  const Icon = icon
  return (
    <DropdownMenu.Item
      className="menu-item"
      aria-disabled={off !== null || undefined}
      // After the menu has given the keyboard back, so that the action may place it.
      onSelect={() => off === null && setTimeout(run, 0)}
    >
      {typeof Icon === 'string' ? <KindTile kind={Icon} small /> : <Icon className="icon icon-14" aria-hidden="true" />}
      <span className="grow menu-text">
        {label}
        {off !== null && <span className="menu-off">{off}</span>}
      </span>
      {keys && <Keys keys={keys} />}
    </DropdownMenu.Item>
  )
}
