import { useCallback, useId, useMemo, useState } from 'react'
import { checkTemplate, wordOfValue, type ArgumentPlace, type Arguments, type Diagnostic, type Field, type Parameter } from '../../core/index.ts'
import { Prose } from '../shell/parts/index.ts'
import { argumentTyping } from './argument-typing.ts'
import { Combo } from './Combo.tsx'
import { FieldProblems } from './FieldProblems.tsx'
import { FieldReset } from './FieldReset.tsx'
import { HelpMark } from './HelpMark.tsx'
import { NotWritten } from './NotWritten.tsx'
import { TemplateArea } from './TemplateArea.tsx'
import { useTyping } from './useDraft.ts'
import type { TemplateDesk } from './useTemplateDesk.ts'

type Props = {
  readonly parameter: Parameter
  /** The tool does not name it. */
  readonly unknown?: boolean
  readonly among: Arguments
  readonly order: readonly string[]
  readonly draftName: string
  readonly problems: readonly Diagnostic[]
  readonly template: TemplateDesk
  write(value: string | undefined, place: ArgumentPlace): void
}

/** One argument: what it is for, what it is given, and what is wrong with that. */
export function ArgumentRow({ parameter, unknown = false, among, order, draftName, problems, template, write }: Props) {
  const id = useId()
  const { name, word, help, required, default: fallback, values, type } = parameter
  const at = among.list.findIndex((argument) => argument.name === name)
  const value = among.list[at]?.text
  // Emptied and typed anew it goes where it stood.
  const [stood, setStood] = useState<string | null | undefined>(undefined)
  const place = useMemo((): ArgumentPlace => ({ order, ...(stood !== undefined && { after: stood }) }), [order, stood])
  const typing = useMemo(() => argumentTyping(parameter, among, place), [parameter, among, place])
  const draft = useTyping(`${draftName}.${name}`, typing, value, (next) => put(typeof next === 'string' ? next : undefined))
  const check = useCallback((text: string, names: readonly string[]) => (text.includes('{{') ? checkTemplate(text, names) : []), [])
  const offers = useMemo(() => (values ?? (type === 'boolean' ? [true, false] : [])).map((each) => ({ value: wordOfValue(each) })), [values, type])
  const isWrong = problems.some(({ severity }) => severity === 'error')
  const describedBy = `${id}-problems ${id}-about${draft.reason === null ? '' : ` ${id}-draft`}`
  const placeholder = fallback === undefined ? '' : `${wordOfValue(fallback)}, by default`
  const about: Field = {
    name, type: 'template', label: name, help: help === '' ? `${word.charAt(0).toUpperCase()}${word.slice(1)}.` : help,
    ...(values && { values: values.map((each) => ({ value: wordOfValue(each), label: wordOfValue(each), help: '' })) }),
  }
  const said = [unknown ? 'not an argument of this tool' : word, ...(required ? ['required'] : [])].join(', ')

  function put(next: string | undefined): void {
    if (next === undefined && at >= 0) setStood(among.list[at - 1]?.name ?? null)
    write(next, place)
  }

  return (
    <div className="field argument" data-testid={`argument-row-${name}`} data-required={required || undefined} data-unknown={unknown || undefined}>
      <div className="field-label">
        <label htmlFor={id} className="mono">
          {name}
          {required && <span className="argument-required" aria-hidden="true">*</span>}
        </label>
        <HelpMark field={about} />
      </div>
      <div className="field-body">
        <div className="field-control" data-type="text" data-reset={value !== undefined || undefined}>
          {offers.length > 0 ? (
            <Combo
              id={id}
              data-testid={`argument-${name}`}
              className="control mono"
              value={draft.text}
              query={draft.text === typing.shown(value) ? '' : draft.text}
              placeholder={placeholder}
              aria-invalid={isWrong || draft.reason !== null}
              aria-describedby={describedBy}
              aria-required={required}
              offers={offers}
              listLabel={`Values of ${name}`}
              chevron
              onType={draft.type}
              onPick={draft.type}
              onBlur={draft.settle}
            />
          ) : (
            <TemplateArea
              id={id}
              testId={`argument-${name}`}
              label={name}
              draft={draft}
              placeholder={placeholder}
              invalid={isWrong}
              describedBy={describedBy}
              required={required}
              template={template}
              check={check}
            />
          )}
          {value !== undefined && <FieldReset label={`Remove ${name}`} reset={() => put(undefined)} />}
        </div>
        <p id={`${id}-about`} className="argument-about"><span>{said}</span>{help !== '' && <> · <Prose text={help} /></>}</p>
        {draft.reason !== null && <NotWritten id={`${id}-draft`} reason={draft.reason} revert={draft.revert} />}
        <FieldProblems id={`${id}-problems`} problems={problems} />
      </div>
    </div>
  )
}
