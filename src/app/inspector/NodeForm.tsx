import { useRef } from 'react'
import { isTemplateField, isTextAt, nodeFieldOf, nodeIndexOf, pathOfNode, type Analysis, type Command, type Diagnostic, type Dialect, type Field, type Json, type NodeKind, type TextEdit } from '../../core/index.ts'
import { KIND_LABEL } from '../shell/parts/index.ts'
import { toolCalled, useDocument, useSession, useWorkspace } from '../state/index.ts'
import { arrangeFields, isDefault } from './arrange-fields.ts'
import { FieldControl } from './FieldControl.tsx'
import { FieldRow } from './FieldRow.tsx'
import { takesArguments, type InputTool } from './input-tool.ts'
import { InputField } from './InputField.tsx'
import { MoreFields } from './MoreFields.tsx'
import { formNode, type FormNode } from './node-of.ts'
import { NoteRow } from './NoteRow.tsx'
import { OutEdges } from './OutEdges.tsx'
import { ProblemNote } from './ProblemNote.tsx'
import { listOf } from './several.ts'
import { useGo } from './useGo.ts'
import { useOffers } from './useOffers.ts'
import { useOpened } from './useOpened.ts'
import { useTemplateDesk } from './useTemplateDesk.ts'

type Props = { readonly form: FormNode; readonly dialect: Dialect; readonly analysis: Analysis }

/** Every field of a node. Writing one is one more way to edit the text. */
export function NodeForm({ form, dialect, analysis }: Props) {
  const session = useSession()
  const path = useDocument((state) => state.path)
  const box = useRef<HTMLDivElement>(null)
  const { opened, open } = useOpened(box)
  const { node, values } = form
  const offersFor = useOffers(analysis, [node.key])
  const defaultModel = useWorkspace((state) => state.defaultModel)
  const go = useGo()
  const desk = useTemplateDesk(analysis, dialect)
  const fields = dialect.nodeFields.filter(({ name }) => name !== 'id')
  const called = useWorkspace((state) => state.called)
  const tools = useWorkspace((state) => state.tools)
  const toolOf = new Map(fields.map((field) => [field.name, toolOfInput(field, values, (name) => toolCalled({ called, tools }, path, name))]))
  // What a tool takes is asked for, though nothing is given yet.
  const asked = [...toolOf].flatMap(([name, tool]) => (tool ? [name] : []))
  const { rows, more } = arrangeFields(fields, values, [node.kind], new Set([...opened, ...asked, ...madeWith(dialect, node.kind)]))
  const problems = problemsOfNode(analysis, dialect, node.index)
  const hasNote = node.note !== undefined || opened.has(NOTE.name)
  const known = new Set(analysis.view.nodes.filter(({ ghost }) => !ghost).map(({ id }) => id))

  function send(command: Command, field: Field): void {
    session.document.dispatch({ type: 'command', command, origin: 'inspector', coalesce: `field:${node.key}.${field.name}`, label: `Change ${field.label.toLowerCase()} of ${node.id}` })
  }

  function write(field: Field, value: Json | undefined, pieces?: readonly TextEdit[]): void {
    send({ type: 'setField', node: node.key, field: field.name, value, ...(pieces && { pieces }) }, field)
  }

  /** Said as an edge, an addition is refused with the reason when it would close a cycle. */
  function edgeTo(field: Field, name: string) {
    const other = analysis.view.nodes.find(({ id, ghost }) => id === name && !ghost)
    if (!field.edges || !other) return null
    const [from, to] = field.edges.leads === 'out' ? [node.key, other.key] : [other.key, node.key]
    return { from, to, kind: field.edges.kind }
  }

  function refuse(field: Field, name: string): string | null {
    const edge = edgeTo(field, name)
    if (!edge || !analysis.reading || edge.kind === 'reference') return null
    return dialect.refuseEdge(analysis.reading, edge.from, edge.to, edge.kind === 'route' ? 'route' : 'need')
  }

  function add(field: Field, name: string): void {
    const edge = edgeTo(field, name)
    if (edge) send({ type: 'connect', ...edge }, field)
    else write(field, [...listOf(latest(field)), name])
  }

  /** The field as the document has it now: in a large file the form lags behind. */
  function latest(field: Field): Json | undefined {
    const now = session.document.analysis()
    return now ? formNode(now, dialect, node.key)?.values[field.name] : undefined
  }

  function isTextNow(field: Field): boolean {
    const now = session.document.analysis()
    const index = now && formNode(now, dialect, node.key)?.node.index
    return !now || index == null || holdsText(now, index, field)
  }

  /** False where a map or a list stands in the place of a text: what is typed would take its place, comments and all. */
  function holdsText({ reading }: Analysis, index: number, field: Field): boolean {
    return reading === null || field.type === 'references' || field.type === 'list' || isTextAt(reading, [...pathOfNode(dialect, reading.model, index), field.name])
  }

  return (
    <div className="form" ref={box}>
      {problems.filter((problem) => !rows.some((field) => isOf(problem, field, dialect))).map((problem) => (
        <ProblemNote key={`${problem.code} ${problem.path.join('/')} ${problem.message}`} problem={problem} />
      ))}
      {rows.map((field) => {
        const tool = toolOf.get(field.name)
        const shared = {
          field,
          problems: problems.filter((problem) => isOf(problem, field, dialect)),
          reset: field.required || field.type === 'enum' || isDefault(field, values[field.name]) ? null : () => write(field, undefined),
        }
        const template = () => desk([...pathOfNode(dialect, analysis.reading?.model, node.index), field.name], node.key)
        const draftName = `${path} ${node.key} ${field.name}`
        if (!holdsText(analysis, node.index, field)) {
          return (
            <FieldRow {...shared} reset={null} group key={field.name}>
              {() => <p className="argument-about" data-testid="no-text">What stands there is no text, and is left as it is. It is edited in the file.</p>}
            </FieldRow>
          )
        }
        if (tool) {
          return (
            <InputField
              {...shared}
              key={field.name}
              tool={tool}
              value={values[field.name]}
              draftName={draftName}
              template={template()}
              latest={() => latest(field)}
              write={(value, pieces) => isTextNow(field) && write(field, value, pieces)}
            />
          )
        }
        return (
          <FieldRow {...shared} key={field.name}>
            {(row) => (
              <FieldControl
                {...row}
                field={field}
                draftName={draftName}
                value={values[field.name]}
                offers={offersFor(field)}
                {...(isTemplateField(field) && { template: template() })}
                {...(field.inferred && { unsaid: `${KIND_LABEL[node.kind]}, inferred from its fields` })}
                {...(field.edges && { refuse: (name: string) => refuse(field, name) })}
                {...(field.type === 'references' && { go, unknown: (name: string) => !known.has(name) })}
                {...(field.offers === 'models' && defaultModel !== '' && { placeholder: `${defaultModel}, by default` })}
                latest={() => latest(field)}
                add={(name) => add(field, name)}
                write={(value) => isTextNow(field) && write(field, value)}
              />
            )}
          </FieldRow>
        )
      })}
      <OutEdges analysis={analysis} nodeKey={node.key} />
      {hasNote && <NoteRow node={node} draftName={`${path} ${node.key} note`} />}
      <MoreFields fields={hasNote || analysis.format === 'json' ? more : [...more, NOTE]} open={({ name }) => open(name)} />
    </div>
  )
}

/** The tool that a field gives its arguments to, where it is known and names them. */
function toolOfInput({ argumentsOf }: Field, values: FormNode['values'], known: (name: string) => InputTool | null): InputTool | null {
  const named = argumentsOf === undefined ? undefined : values[argumentsOf]
  const tool = typeof named === 'string' && named !== '' ? known(named) : null
  return takesArguments(tool) ? tool : null
}

/** The fields that a fresh node of this kind is given to be filled in: they stand in its form from the beginning. */
function madeWith({ palette }: Dialect, kind: NodeKind): readonly string[] {
  return palette.filter((each) => each.kind === kind).flatMap(({ fields }) => Object.keys(fields))
}

/** Not a field of any dialect: the comment above a node, in every file that can hold comments. */
const NOTE: Field = NoteRow.field

/** The problems that a node's form shows: those of its own parts. */
export function problemsOfNode({ diagnostics }: Pick<Analysis, 'diagnostics'>, dialect: Dialect, index: number): readonly Diagnostic[] {
  return diagnostics.filter(({ path }) => nodeIndexOf(dialect, path) === index)
}

function isOf(problem: Diagnostic, field: Field, dialect: Dialect): boolean {
  const written = nodeFieldOf(dialect, problem.path)
  return written === field.name || (problem.field === field.name && written === undefined)
}
