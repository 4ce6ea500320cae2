import { RotateCcw, X } from 'lucide-react'
import { Tip } from '../shell/parts/index.ts'

/** The way back to nothing, or to the default. */
export function FieldReset({ label, isToDefault = false, reset }: { readonly label: string; readonly isToDefault?: boolean; reset(): void }) {
  const Icon = isToDefault ? RotateCcw : X
  return (
    <Tip text={label} side="left">
      <button type="button" className="field-reset" aria-label={label} onClick={reset}>
        <Icon className="icon icon-14" aria-hidden="true" />
      </button>
    </Tip>
  )
}
