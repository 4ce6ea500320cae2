import { TemplateError } from '../error.ts'
import { renderInput, renderTemplate, type TemplateOptions } from '../render.ts'
import type { TemplateValue } from '../value.ts'

/** What a template gives, or its error as `stage: the text it points at: message`. */
export function rendered(text: string, data: TemplateValue = {}, options: TemplateOptions = {}): string {
  return attempt(text, () => renderTemplate(text, data, options))
}

/** The same of an input. */
export function filled(text: string, data: TemplateValue = {}): string {
  return attempt(text, () => renderInput(text, data))
}

function attempt(text: string, render: () => string): string {
  try {
    return render()
  } catch (error) {
    if (error instanceof TemplateError) return `${error.stage}: ${text.slice(error.range.start, error.range.end)}: ${error.message}`
    throw error
  }
}
