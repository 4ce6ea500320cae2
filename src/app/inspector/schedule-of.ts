import type { Dialect, Field, Json } from '../../core/index.ts'
import type { Values } from './node-of.ts'

/** When runs start, as a field and those beside it say. */
export type Schedule = {
  readonly cron: string
  /** Absent: that of the machine that serves. */
  readonly timezone: string | undefined
  /** The field that says `false`, for which reason nothing starts. */
  readonly off: string | undefined
}

/** The schedule that a field holds; null where it holds none, and where others say that none counts. */
export function scheduleOf(field: Field, values: Values, dialect: Pick<Dialect, 'documentFields'>): Schedule | null {
  const cron = textOf(values[field.name])
  if (!field.cron || cron === undefined || !isMet(field, values, dialect)) return null
  const { timezone, enabled } = field.cron
  return { cron, timezone: textOf(values[timezone]), off: values[enabled] === false ? enabled : undefined }
}

/** Do the fields beside it say what makes a field of use? */
export function isMet({ when }: Field, values: Values, dialect: Pick<Dialect, 'documentFields'>): boolean {
  if (!when) return true
  const said = values[when.field] ?? dialect.documentFields.find(({ name }) => name === when.field)?.default
  return typeof said === 'string' && when.is.includes(said)
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
