import { useMemo } from 'react'
import { readArguments, type Diagnostic, type Field, type Json, type TextEdit } from '../../core/index.ts'
import { late, Prose, Tip } from '../shell/parts/index.ts'
import { useSession, useView } from '../state/index.ts'
import { FieldRow } from './FieldRow.tsx'
import type { InputTool } from './input-tool.ts'
import { TemplateField } from './TemplateField.tsx'
import type { TemplateDesk } from './useTemplateDesk.ts'

const ArgumentsForm = late('the form of arguments', () => import('./ArgumentsForm.tsx').then((part) => part.ArgumentsForm))

type Props = {
  readonly field: Field
  readonly tool: InputTool
  readonly value: Json | undefined
  readonly draftName: string
  /** Those of the field, and of the arguments in it. */
  readonly problems: readonly Diagnostic[]
  readonly template: TemplateDesk
  /** Takes all of it out; null when nothing is given. */
  readonly reset: (() => void) | null
  latest(): Json | undefined
  write(value: Json | undefined, pieces?: readonly TextEdit[]): void
}

/** What a tool is given: a form of its arguments, or the text of them all. */
export function InputField({ field, tool, value, draftName, problems, template, reset, latest, write }: Props) {
  const { view } = useSession()
  const isRaw = useView((state) => state.rawInputs)
  const text = typeof value === 'string' ? value : ''
  const read = useMemo(() => readArguments(text), [text])
  const isForm = read.ok && !isRaw
  const ofArguments = isForm ? problems.filter(({ path }) => isOfArgument(path, field)) : []
  const others = problems.filter((problem) => !ofArguments.includes(problem))
  const choose = (on: boolean) => view.dispatch({ type: 'rawInputs', on })
  const form = (
    <button type="button" aria-pressed={isForm} aria-disabled={!read.ok || undefined} data-testid="input-form" onClick={() => read.ok && choose(false)}>Form</button>
  )
  const beside = (
    <div className="segmented" role="group" aria-label="Show the input as">
      {read.ok ? form : <Tip text={`${read.reason.replaceAll('`', '')} It is edited as text.`} side="top">{form}</Tip>}
      <button type="button" aria-pressed={!isForm} data-testid="input-text" onClick={() => choose(true)}>Text</button>
    </div>
  )
  return (
    <FieldRow field={field} problems={others} reset={reset} group={isForm} beside={beside}>
      {(row) => isForm ? (
        <ArgumentsForm
          row={row}
          field={field}
          tool={tool}
          among={read}
          draftName={draftName}
          problems={ofArguments}
          template={template}
          latest={() => {
            const now = latest()
            return typeof now === 'string' ? now : ''
          }}
          write={write}
        />
      ) : (
        <>
          <TemplateField
            field={field}
            id={row.id}
            draftName={draftName}
            value={value}
            invalid={row.invalid}
            describedBy={read.ok ? row.describedBy : `${row.describedBy} ${row.id}-why`}
            template={template}
            write={write}
          />
          {!read.ok && <p id={`${row.id}-why`} className="argument-about" data-testid="input-why"><Prose text={`${read.reason} It is edited as text.`} /></p>}
        </>
      )}
    </FieldRow>
  )
}

function isOfArgument(path: Diagnostic['path'], { name }: Field): boolean {
  return path.at(-2) === name && typeof path.at(-1) === 'string'
}
