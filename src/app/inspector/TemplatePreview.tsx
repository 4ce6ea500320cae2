import { useMemo } from 'react'
import { renderCondition, renderInput, renderTemplate, TemplateError, type Field } from '../../core/index.ts'
import { Prose } from '../shell/parts/index.ts'
import type { TemplateDesk } from './useTemplateDesk.ts'

/** As much of a rendered text as is shown under its field. */
const SHOWN = 600

/** What a template gives with the data of the run that is shown. */
export function TemplatePreview({ field, text, desk }: { readonly field: Field; readonly text: string; readonly desk: TemplateDesk }) {
  const { data } = desk
  const shown = useMemo(() => (data === null || !text.includes('{{') ? null : previewOf(field, text, data.values)), [field, text, data])
  if (!shown || !data) return null
  const where = `${data.visit === null ? 'With the end of run' : data.visit === 1 ? 'In run' : `In visit ${data.visit} of run`} ${data.run.slice(0, 8)}`
  return (
    <div className="template-preview" data-testid={`preview-${field.name}`} data-failed={!shown.ok || undefined}>
      <span className="template-preview-where">{where}:</span> {shown.ok ? <code>{shown.text}</code> : <Prose text={shown.text} />}
    </div>
  )
}

type Shown = { readonly ok: boolean; readonly text: string }

function previewOf(field: Field, text: string, values: Parameters<typeof renderTemplate>[1]): Shown {
  try {
    if (field.type === 'condition') return { ok: true, text: renderCondition(text, values) ? 'yes' : 'no' }
    const rendered = field.json ? renderInput(text, values) : renderTemplate(text, values)
    return { ok: true, text: rendered.trim() === '' ? '(nothing)' : rendered.length > SHOWN ? `${rendered.slice(0, SHOWN)}…` : rendered }
  } catch (thrown) {
    if (!(thrown instanceof TemplateError)) throw thrown
    return { ok: false, text: `fails: ${thrown.message}` }
  }
}
