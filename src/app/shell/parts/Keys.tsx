const MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The name of the platform's main modifier. */
export const MOD = MAC ? '⌘' : 'Ctrl'

const SHOWN = new Map([
  ['Mod', MOD],
  ['Shift', MAC ? '⇧' : 'Shift'],
  ['Alt', MAC ? '⌥' : 'Alt'],
  ['Enter', '↵'],
  ['Delete', 'Del'],
])

/** A key combination: `['Mod', 'Z']`. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys" aria-hidden="true">
      {keys.map((key) => (
        <kbd className="kbd" key={key}>
          {SHOWN.get(key) ?? key}
        </kbd>
      ))}
    </span>
  )
}
