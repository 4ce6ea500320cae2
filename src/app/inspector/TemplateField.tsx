import { useCallback } from 'react'
import { checkInput, checkTemplate } from '../../core/index.ts'
import { placeholderOf, type ControlProps } from './control.ts'
import { TemplateArea } from './TemplateArea.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { useDraft } from './useDraft.ts'

/** A template, and what it gave in the last run. */
export function TemplateField(props: ControlProps) {
  const { field, id, draftName, value, invalid, describedBy, template, write } = props
  const draft = useDraft(draftName, field, value, write)
  const check = useCallback(
    (text: string, names: readonly string[]) => (text.includes('{{') || field.json ? (field.json ? checkInput(text, names) : checkTemplate(text, names)) : []),
    [field],
  )
  return (
    <>
      <TemplateArea
        id={id}
        testId={`field-${field.name}`}
        label={field.label.toLowerCase()}
        draft={draft}
        placeholder={placeholderOf(props)}
        invalid={invalid}
        describedBy={describedBy}
        single={field.type === 'condition'}
        template={template}
        check={check}
      />
      {template && <TemplatePreview field={field} text={draft.text} desk={template} />}
    </>
  )
}
