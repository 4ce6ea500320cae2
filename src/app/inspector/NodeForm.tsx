import { isWithin, pathOfNode, unreachable, type Command, type Diagnostic, type Dialect, type Field, type Json } from '../../core/index.ts'
import { useDocument, useSession, useWorkspace } from '../state/index.ts'
import { FieldRow } from './FieldRow.tsx'
import { shownFields, type FormNode } from './node-of.ts'

/** Every field of a node. Writing one is one more way to edit the text. */
export function NodeForm({ form, dialect, disabled }: { readonly form: FormNode; readonly dialect: Dialect; readonly disabled: boolean }) {
  const session = useSession()
  const projection = useDocument((state) => state.projection)
  const models = useWorkspace((state) => state.models)
  const agents = useWorkspace((state) => state.agents)
  const { node, values } = form
  const own = pathOfNode(dialect, node.index)
  const problems = projection?.diagnostics.filter(({ path }) => isWithin(path, own)) ?? []
  const ids = projection?.view.nodes.filter((other) => !other.ghost && other.id !== '' && other.key !== node.key).map(({ id }) => id) ?? []

  function send(command: Command, field: Field): void {
    session.document.dispatch({ type: 'command', command, origin: 'inspector', coalesce: `field:${node.key}.${field.name}`, label: `Change ${field.label.toLowerCase()} of ${node.id}` })
  }

  function write(field: Field, value: Json | undefined): void {
    const added = field.edges ? onlyAddition(values[field.name], value) : null
    // Said as an edge, an addition is refused with the reason when it would close a cycle.
    if (field.edges && added !== null && ids.includes(added)) {
      const [from, to] = field.edges.leads === 'out' ? [node.key, added] : [added, node.key]
      send({ type: 'connect', from, to, kind: field.edges.kind }, field)
    } else {
      send({ type: 'setField', node: node.key, field: field.name, value }, field)
    }
  }

  function suggestionsFor(field: Field): readonly string[] | undefined {
    if (field.type === 'references') return ids
    switch (field.offers) {
      case 'models':
        return models.map(({ name }) => name)
      case 'agents':
        return agents
      case 'tools':
      case undefined:
        return undefined
      default:
        return unreachable(field.offers)
    }
  }

  return (
    <div className="form">
      {shownFields(dialect.nodeFields, form).map((field) => {
        const suggestions = suggestionsFor(field)
        return (
          <FieldRow
            key={field.name}
            field={field}
            value={values[field.name]}
            problems={problemsOf(field, problems, own.length)}
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

function problemsOf(field: Field, problems: readonly Diagnostic[], depth: number): readonly Diagnostic[] {
  return problems.filter((problem) => problem.field === field.name || problem.path[depth] === field.name)
}

/** The one name that `after` has more than `before`, when that is all that changed. */
function onlyAddition(before: Json | undefined, after: Json | undefined): string | null {
  const had = Array.isArray(before) ? before : []
  const has = Array.isArray(after) ? after : []
  const last = has.at(-1)
  const grown = has.length === had.length + 1 && had.every((name, index) => name === has[index])
  return grown && typeof last === 'string' ? last : null
}
