import type { Field, Json } from '../../core/index.ts'
import { useDocument, useSession } from '../state/index.ts'
import { FieldRow } from './FieldRow.tsx'

/** With nothing selected: the fields of the workflow itself. */
export function DocumentForm({ readOnly }: { readonly readOnly: boolean }) {
  const session = useSession()
  const projection = useDocument((state) => state.projection)
  const analysis = session.document.analysis()
  const model = (analysis?.reading?.model ?? {}) as { readonly [field: string]: Json | undefined }
  const nodes = projection?.view.nodes.filter((node) => !node.ghost).length ?? 0
  const levels = projection?.view.levels.length ?? 0

  function write(field: Field, value: Json | undefined): void {
    session.document.dispatch({
      type: 'command',
      command: { type: 'setDocument', field: field.name, value },
      origin: 'inspector',
      coalesce: `document:${field.name}`,
      label: `Change ${field.label.toLowerCase()} of the workflow`,
    })
  }

  return (
    <>
      <header className="pane-head inspector-head">
        <h2>Workflow</h2>
        <span className="inspector-detail">
          {nodes === 1 ? '1 node' : `${nodes} nodes`}
          {levels > 0 && ` · ${levels === 1 ? '1 level' : `${levels} levels`}`}
        </span>
      </header>
      <div className="inspector-body">
        {readOnly ? (
          <p className="inspector-note">Fields come back when the text parses.</p>
        ) : (
          <div className="form">
            {analysis &&
              session.core.dialect(analysis.dialect).documentFields.map((field) => (
                <FieldRow
                  key={field.name}
                  field={field}
                  value={model[field.name]}
                  problems={projection?.diagnostics.filter(({ path }) => path.length === 1 && path[0] === field.name) ?? []}
                  disabled={false}
                  write={(value) => write(field, value)}
                />
              ))}
          </div>
        )}
      </div>
    </>
  )
}
