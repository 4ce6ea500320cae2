import { ArrowDown, ArrowUp } from 'lucide-react'
import { isWithin, partAt, type Analysis, type Command, type Diagnostic, type Dialect, type Field, type GraphEdge, type Json, type Path } from '../../core/index.ts'
import { Button } from '../shell/parts/index.ts'
import { useDocument, useSession } from '../state/index.ts'
import { isDefault } from './arrange-fields.ts'
import { edgesOut } from './edge-words.ts'
import { FieldControl } from './FieldControl.tsx'
import { FieldRow } from './FieldRow.tsx'
import { useTemplateDesk } from './useTemplateDesk.ts'
import { isMap } from './node-of.ts'

type Props = { readonly edge: GraphEdge; readonly path: Path; readonly analysis: Analysis; readonly dialect: Dialect; readonly problems: readonly Diagnostic[] }

/** What an edge says beside its ends, and its turn among those of its node. */
export function EdgeFields({ edge, path, analysis, dialect, problems }: Props) {
  const session = useSession()
  const file = useDocument((state) => state.path)
  const desk = useTemplateDesk(analysis, dialect)
  const fields = edgeFieldsOf(dialect)
  const written = partAt(analysis.reading?.model, path)
  const values = isMap(written) ? written : {}
  const named = { from: edge.from, to: edge.to, ...(edge.index !== undefined && { index: edge.index }) }

  function write(field: Field, value: Json | undefined): void {
    send({ type: 'setEdge', ...named, field: field.name, value }, `edge:${edge.key}.${field.name}`, `Change ${field.label.toLowerCase()} of the edge from ${edge.from} to ${edge.to}`)
  }

  function send(command: Command, coalesce: string, label: string): void {
    session.document.dispatch({ type: 'command', command, origin: 'inspector', coalesce, label })
  }

  return fields.map((field) => (
    <FieldRow key={field.name} field={field} problems={problems.filter((problem) => isWithin(problem.path, [...path, field.name]))} reset={isDefault(field, values[field.name]) ? null : () => write(field, undefined)}>
      {(row) => (
        <FieldControl
          {...row}
          field={field}
          draftName={`${file} ${edge.key} ${field.name}`}
          value={values[field.name]}
          template={desk([...path, field.name], edge.from, true)}
          write={(value) => write(field, value)}
        />
      )}
    </FieldRow>
  ))
}

/** The fields of an edge that are no ends of it. */
export function edgeFieldsOf(dialect: Dialect): readonly Field[] {
  return dialect.edgeFields.filter(({ edges }) => edges === undefined)
}

/** Moves an edge among those of its node: the order in which they are tried. */
export function EdgeTurn({ edge, analysis }: { readonly edge: GraphEdge; readonly analysis: Analysis }) {
  const session = useSession()
  const out = edgesOut(analysis, edge.from)
  const at = out.findIndex(({ key }) => key === edge.key)
  if (out.length < 2) return null
  function move(to: number): void {
    const command: Command = { type: 'moveEdge', from: edge.from, to: edge.to, ...(edge.index !== undefined && { index: edge.index }), place: to }
    const outcome = session.document.dispatch({ type: 'command', command, origin: 'inspector' })
    if (outcome.ok) session.view.dispatch({ type: 'announce', text: `Tried as number ${to + 1} of ${out.length} now.` })
  }
  return (
    <>
      <Button icon label="Try it earlier" off={at === 0 ? 'It is tried first already.' : null} onClick={() => move(at - 1)}>
        <ArrowUp className="icon icon-14" aria-hidden="true" />
      </Button>
      <Button icon label="Try it later" off={at === out.length - 1 ? 'It is tried last already.' : null} onClick={() => move(at + 1)}>
        <ArrowDown className="icon icon-14" aria-hidden="true" />
      </Button>
    </>
  )
}
