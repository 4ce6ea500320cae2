import type { Diagnostic, DiagnosticCode } from '../core/index.ts'
import { z } from './schema.ts'

const range = z.object({ start: z.number().int(), end: z.number().int() })

const edit = z.object({ range, text: z.string() })

/** A problem of a definition. Codes may be newer than the reader, so any text is taken for one. */
export const diagnosticSchema = z.object({
  code: z.custom<DiagnosticCode>((code) => typeof code === 'string'),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  range: range.exactOptional(),
  node: z.string().exactOptional(),
  field: z.string().exactOptional(),
  related: z.array(z.object({ range, message: z.string() })).exactOptional(),
  fixes: z.array(z.object({ title: z.string(), edits: z.array(edit) })).exactOptional(),
}) satisfies z.ZodType<Diagnostic>
