import { lazy, Suspense } from 'react'
import { useSession, useView } from '../../state/index.ts'

// Comparing is rare and needs a good deal of code: it comes when it is asked for.
const CompareStage = lazy(() => import('./CompareStage.tsx').then(({ CompareStage: Stage }) => ({ default: Stage })))

export function Compare() {
  const { view } = useSession()
  const other = useView(({ sheet }) => (sheet?.type === 'compare' ? sheet.with : null))
  if (other === null) return null
  return (
    <Suspense fallback={null}>
      <CompareStage with={other} onClose={() => view.dispatch({ type: 'sheet', sheet: null })} />
    </Suspense>
  )
}
