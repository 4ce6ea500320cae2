import { applyEdits, parametersOf, readArguments, removeArgument, setArgument, type ArgumentPlace, type Arguments, type Diagnostic, type Field, type Parameter, type TextEdit } from '../../core/index.ts'
import { useMemo } from 'react'
import { useSession } from '../state/index.ts'
import { ArgumentRow } from './ArgumentRow.tsx'
import type { Row } from './FieldRow.tsx'
import type { InputTool } from './input-tool.ts'
import { TemplatePreview } from './TemplatePreview.tsx'
import type { TemplateDesk } from './useTemplateDesk.ts'

type Props = {
  /** The row that it stands in, which names it. */
  readonly row: Row
  readonly field: Field
  readonly tool: InputTool
  readonly among: Arguments
  readonly draftName: string
  readonly problems: readonly Diagnostic[]
  readonly template: TemplateDesk
  /** The input as the document has it now. */
  latest(): string
  /** `pieces`: the edits that lead from the latest to it. */
  write(text: string | undefined, pieces: readonly TextEdit[]): void
}

/** What a tool is given, argument by argument. Setting one touches its own part of the text. */
export function ArgumentsForm({ row: { labelId, describedBy }, field, tool, among, draftName, problems, template, latest, write }: Props) {
  const { view } = useSession()
  const { list } = useMemo(() => parametersOf(tool.input), [tool])
  const order = useMemo(() => list.map(({ name }) => name), [list])
  const unknown = useMemo(() => among.list.filter(({ name }) => !order.includes(name)).map(({ name }): Parameter => ({ name, type: 'any', word: 'any value', help: '', required: false })), [among, order])

  function set(name: string, value: string | undefined, place: ArgumentPlace): void {
    const text = latest()
    const now = readArguments(text)
    const made = !now.ok ? now : value === undefined ? removeArgument(now, name) : setArgument(now, name, value, place)
    // What is typed is refused beside the field; the text may be ahead of the form, though, and a press of a button says nothing there.
    if (!made.ok) return view.dispatch({ type: 'toast', tone: 'error', text: made.reason })
    if (made.edits.length === 0) return
    const next = applyEdits(text, made.edits)
    // Nothing is given any more: that is what no input says.
    write(value === undefined && next.trim() === '{}' ? undefined : next, made.edits)
  }

  const row = (parameter: Parameter, isUnknown: boolean) => (
    <ArgumentRow
      key={parameter.name}
      parameter={parameter}
      unknown={isUnknown}
      among={among}
      order={order}
      draftName={draftName}
      problems={problems.filter(({ path }) => path.at(-1) === parameter.name)}
      template={template}
      write={(value, place) => set(parameter.name, value, place)}
    />
  )
  return (
    <div className="arguments-form" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
      {list.map((parameter) => row(parameter, false))}
      {unknown.map((parameter) => row(parameter, true))}
      <TemplatePreview field={field} text={among.text} desk={template} />
    </div>
  )
}
