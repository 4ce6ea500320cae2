import { TriangleAlert } from 'lucide-react'
import { Prose } from '../shell/parts/index.ts'
import { useForesight } from '../state/index.ts'

/** One line of what the action that is pointed at would do. */
export function ForesightBar() {
  const words = useForesight((foresight) => foresight?.words ?? '')
  if (words === '') return null
  return (
    <div className="foresight" data-testid="foresight" role="status">
      <TriangleAlert className="icon icon-14" aria-hidden="true" />
      <span>
        <Prose text={words} />
      </span>
    </div>
  )
}
