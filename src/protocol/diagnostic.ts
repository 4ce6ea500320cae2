import type { Diagnostic, DiagnosticCode } from '../core/index.ts'
import { z } from './schema.ts'

const range = z.object({ start: z.int(), end: z.int() })

const edit = z.object({ range, text: z.string() })

/** A problem of a definition. Codes may be newer than the reader, so any text is taken for one. */
export const diagnosticSchema = z.object({
  code: z.custom<DiagnosticCode>((code) => typeof code === 'string'),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  range: z.exactOptional(range),
  node: z.exactOptional(z.string()),
  field: z.exactOptional(z.string()),
  related: z.exactOptional(z.array(z.object({ range, message: z.string() }))),
  fixes: z.exactOptional(z.array(z.object({ title: z.string(), edits: z.array(edit) }))),
}) satisfies z.ZodMiniType<Diagnostic>
