import { diagnosticSchema } from './diagnostic.ts'
import { filePath } from './files.ts'
import { text, z } from './schema.ts'
import { calledToolSchema } from './tools.ts'

const format = z.enum(['yaml', 'json'])

/** `POST /api/check`: problems that only the server can see (unknown tools, agent types and models). Nothing runs. `path`: the file that the text is of. */
export const checkSchema = z.strictObject({ text, format, path: z.exactOptional(filePath) })
export type Check = z.infer<typeof checkSchema>

export const checkedSchema = z.object({ diagnostics: z.array(diagnosticSchema), tools: z.array(calledToolSchema) })
export type Checked = z.infer<typeof checkedSchema>

export const exportTargets = ['yaml', 'json', 'mermaid', 'svg'] as const
export type ExportTarget = (typeof exportTargets)[number]

/** `POST /api/export`: 200, or 422 `definition-invalid` when the text cannot be read. `name` is a stem for the file's name. */
export const exportSchema = z.strictObject({ text, format, to: z.enum(exportTargets), name: z.exactOptional(z.string().check(z.maxLength(255))) })
export type Export = z.infer<typeof exportSchema>

export const exportedSchema = z.object({
  content: z.string(),
  mediaType: z.string(),
  filename: z.string(),
  /** What was lost on the way, such as comments. */
  diagnostics: z.array(diagnosticSchema),
})
export type Exported = z.infer<typeof exportedSchema>
