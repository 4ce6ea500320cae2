import type { Field, Json } from '../../core/index.ts'
import type { Offer } from './offer.ts'
import type { TemplateDesk } from './useTemplateDesk.ts'

/** What every control of a form is given. */
export type ControlProps = {
  readonly field: Field
  readonly id: string
  /** Of the field among all of the open file: what cannot be written is kept under it. */
  readonly draftName: string
  readonly value: Json | undefined
  readonly invalid: boolean
  readonly describedBy: string
  /** Of a choice that is not said: what holds then, in words. */
  readonly unsaid?: string
  /** Shown while the field is empty; by default the field's default or an example. */
  readonly placeholder?: string
  /** What it may be filled with; anything else may be typed too. */
  readonly offers?: readonly Offer[]
  /** Why an offer cannot be taken; null when it can. */
  readonly refuse?: (value: string) => string | null
  /** Of a template: what it may read, and what that held. */
  readonly template?: TemplateDesk
  write(value: Json | undefined): void
}

export function placeholderOf({ field, placeholder }: Pick<ControlProps, 'field' | 'placeholder'>): string {
  if (placeholder !== undefined) return placeholder
  if (field.type === 'integer') return JSON.stringify(field.default ?? 0)
  return field.example === undefined ? '' : `e.g. ${field.example.replace(/^\[(.*)\]$/, '$1')}`
}

/** A name in a list. */
export type TokenName = {
  readonly name: string
  /** Said beside the name: `2 of 3`. */
  readonly note?: string
  /** Nothing is called that. */
  readonly unknown?: boolean
}
