import { Search } from 'lucide-react'
import { useSession } from '../../state/index.ts'
import { Keys } from '../parts/index.ts'
import './CommandPalette.css'

/** Opens the command palette; looks like the field that it becomes. */
export function Omni() {
  const { view } = useSession()
  return (
    <button type="button" className="omni" onClick={() => view.dispatch({ type: 'palette', query: '' })}>
      <Search className="icon icon-14" aria-hidden="true" />
      <span className="grow">Find or do anything</span>
      <Keys keys={['Mod', 'K']} />
    </button>
  )
}
