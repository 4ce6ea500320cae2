const MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The name of the platform's main modifier. */
export const MOD = MAC ? '⌘' : 'Ctrl'

const SHOWN = new Map([
  ['Mod', MOD],
  ['Shift', MAC ? '⇧' : 'Shift'],
  ['Alt', MAC ? '⌥' : 'Alt'],
  ['Enter', '↵'],
  ['Delete', 'Del'],
  ['Escape', 'Esc'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
])

const SPOKEN = new Map([
  ['Mod', MAC ? 'Command' : 'Control'],
  ['←', 'Left'],
  ['→', 'Right'],
  ['↑', 'Up'],
  ['↓', 'Down'],
])

/** A key combination: `['Mod', 'Z']`. `spoken`: screen readers are told it too, where nothing else says it. */
export function Keys({ keys, spoken = false }: { readonly keys: readonly string[]; readonly spoken?: boolean }) {
  return (
    <span className="keys">
      {spoken && <span className="unseen">{keys.map((key) => SPOKEN.get(key) ?? key).join(' ')}</span>}
      {keys.map((key) => (
        <kbd className="kbd" key={key} aria-hidden="true">
          {SHOWN.get(key) ?? key}
        </kbd>
      ))}
    </span>
  )
}
