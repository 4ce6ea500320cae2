import { late } from '../parts/index.ts'
import { useSession, useView } from '../../state/index.ts'

// Comparing is rare and needs a good deal of code: it comes when it is asked for.
const CompareStage = late('the comparison', () => import('./CompareStage.tsx').then((room) => room.CompareStage))

export function Compare() {
  const { view } = useSession()
  const other = useView(({ sheet }) => (sheet?.type === 'compare' ? sheet.with : null))
  if (other === null) return null
  return <CompareStage with={other} onClose={() => view.dispatch({ type: 'sheet', sheet: null })} />
}
