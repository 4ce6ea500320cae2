import { useDocument, useSession } from '../state/index.ts'
import { goToRegion, type RegionName } from './focusRegions.ts'

const LINKS: readonly { readonly to: RegionName; readonly label: string; readonly needsFile: boolean }[] = [
  { to: 'canvas', label: 'Skip to the canvas', needsFile: false },
  { to: 'text', label: 'Skip to the text', needsFile: true },
  { to: 'inspector', label: 'Skip to the fields', needsFile: true },
  { to: 'bottom', label: 'Skip to problems and runs', needsFile: false },
]

/** The first stops of the Tab key: past what stands before the work. Seen when they have the keyboard. */
export function SkipLinks() {
  const session = useSession()
  const open = useDocument(({ path }) => path !== null)
  return (
    <nav className="skip-links" aria-label="Skip">
      {LINKS.filter(({ needsFile }) => open || !needsFile).map(({ to, label }) => (
        <button key={to} type="button" className="button button-primary" onClick={() => goToRegion(session, to)}>
          {label}
        </button>
      ))}
    </nav>
  )
}
