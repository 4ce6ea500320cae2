import { Plus } from 'lucide-react'
import type { Field } from '../../core/index.ts'
import { Tip } from '../shell/parts/index.ts'

/** What is not set, by name: a click opens its row. */
export function MoreFields({ fields, open }: { readonly fields: readonly Field[]; open(field: Field): void }) {
  if (fields.length === 0) return null
  return (
    <div className="field more-fields" role="group" aria-label="More fields">
      <span className="more-fields-title">More fields</span>
      <div className="more-fields-list">
        {fields.map((field) => (
          <Tip key={field.name} text={field.help.replaceAll('`', '')} side="top">
            <button type="button" className="chip-add" data-testid={`add-${field.name}`} onClick={() => open(field)}>
              <Plus className="icon icon-12" aria-hidden="true" />
              {field.label}
            </button>
          </Tip>
        ))}
      </div>
    </div>
  )
}
