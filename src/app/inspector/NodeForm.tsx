import type { Command, Diagnostic, Field, Json } from '../../core/index.ts'
import { useDocument, useSession, useWorkspace } from '../state/index.ts'
import { FieldRow } from './FieldRow.tsx'
import { shownFields, type FormNode } from './node-of.ts'

/** Every field of a node. Writing one is one more way to edit the text. */
export function NodeForm({ form, fields, disabled }: { readonly form: FormNode; readonly fields: readonly Field[]; readonly disabled: boolean }) {
  const session = useSession()
  const projection = useDocument((state) => state.projection)
  const models = useWorkspace((state) => state.models)
  const agents = useWorkspace((state) => state.agents)
  const { node, values } = form
  const problems = projection?.diagnostics.filter((diagnostic) => diagnostic.path[0] === 'nodes' && diagnostic.path[1] === node.index) ?? []
  const ids = projection?.view.nodes.filter((other) => !other.ghost && other.id !== '' && other.key !== node.key).map(({ id }) => id) ?? []

  function send(command: Command, field: Field): void {
    session.document.dispatch({ type: 'command', command, origin: 'inspector', coalesce: `field:${node.key}.${field.name}`, label: `Change ${field.label.toLowerCase()} of ${node.id}` })
  }

  function write(field: Field, value: Json | undefined): void {
    const added = field.type === 'references' ? onlyAddition(values[field.name], value) : null
    // Said as an edge, an addition is refused with the reason when it would close a cycle.
    if (added !== null && ids.includes(added)) {
      const [from, to] = field.name === 'routes' ? [node.key, added] : [added, node.key]
      send({ type: 'connect', from, to, kind: field.name === 'routes' ? 'route' : 'need' }, field)
    } else {
      send({ type: 'setField', node: node.key, field: field.name, value }, field)
    }
  }

  function suggestionsFor(field: Field): readonly string[] | undefined {
    if (field.type === 'references') return ids
    if (field.name === 'model') return models.map(({ name }) => name)
    if (field.name === 'agent') return agents
    return undefined
  }

  return (
    <div className="form">
      {shownFields(fields, form).map((field) => {
        const suggestions = suggestionsFor(field)
        return (
          <FieldRow
            key={field.name}
            field={field}
            value={values[field.name]}
            problems={problemsOf(field, problems)}
            disabled={disabled}
            unknown={(name) => field.type === 'references' && !ids.includes(name)}
            {...(suggestions && { suggestions })}
            write={(value) => write(field, value)}
          />
        )
      })}
    </div>
  )
}

function problemsOf(field: Field, problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return problems.filter((problem) => problem.field === field.name || problem.path[2] === field.name)
}

/** The one name that `after` has more than `before`, when that is all that changed. */
function onlyAddition(before: Json | undefined, after: Json | undefined): string | null {
  const had = Array.isArray(before) ? before : []
  const has = Array.isArray(after) ? after : []
  const last = has.at(-1)
  const grown = has.length === had.length + 1 && had.every((name, index) => name === has[index])
  return grown && typeof last === 'string' ? last : null
}
