import type { Range } from '../text/edit.ts'

/**
 * Why a template was not rendered. `parse`: its text is at fault, whatever the data; `exec`: this
 * text with this data is. `range` says where, in the template's text.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  readonly stage: 'parse' | 'exec'
  readonly range: Range

  constructor(stage: 'parse' | 'exec', range: Range, message: string) {
    super(message)
    this.stage = stage
    this.range = range
  }
}
