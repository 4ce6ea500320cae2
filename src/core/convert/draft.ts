import type { Diagnostic } from '../diagnostic.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { dialectOfDefinition, normalizeDefinition, orderedValue, validate, type Definition } from '../dialects/definitions.ts'
import { nodeIndexOf } from '../dialects/node-path.ts'
import { dialectNamed } from '../dialects/registry.ts'
import { visibly } from '../dialects/invisible.ts'
import { renderJson, renderYaml } from '../source/patch/render.ts'

export type Draft = {
  /** Normalised. */
  readonly definition: Definition
  /** `yaml` or `json`; an unknown one as it was given. */
  readonly format: string
  /** The file; empty when there is any error. */
  readonly content: string
  /** What is wrong, one message for each error. */
  readonly diagnostics: readonly string[]
}

/**
 * Normalises a definition, checks it and renders it as `yaml` (also `yml`, the default) or `json`.
 * Takes anything and never throws: an unknown format is a diagnostic like any other.
 */
export function draft(request: { readonly definition: unknown; readonly format?: string | undefined }): Draft {
  const definition = normalizeDefinition(request.definition)
  const dialect = dialectNamed(dialectOfDefinition(request.definition))
  const format = formatOf(request.format)
  const diagnostics = validate(request.definition).filter(({ severity }) => severity === 'error').map((problem) => messageOf(problem, dialect))
  if (format === null) diagnostics.unshift(`The format \`${String(request.format)}\` is not known. Use \`yaml\` or \`json\`.`)
  const content = format === null || diagnostics.length > 0 ? '' : renderDefinition(definition, format)
  return { definition, format: format ?? String(request.format), content, diagnostics }
}

/**
 * A definition as a file, keys in rendered order. What is required is always written,
 * other empty fields left out; text of several lines is a block scalar.
 */
export function renderDefinition(definition: Definition, format: 'yaml' | 'json'): string {
  const value = orderedValue(definition)
  return format === 'json' ? renderJson(value) : renderYaml(value)
}

function formatOf(format: unknown): 'yaml' | 'json' | null {
  if (format === undefined || format === null) return 'yaml'
  switch (typeof format === 'string' ? format.trim().toLowerCase() : null) {
    case '': case 'yaml': case 'yml': return 'yaml'
    case 'json': return 'json'
    default: return null
  }
}

/** The message, with the place that an editor would show beside it. */
function messageOf({ message, node, path }: Diagnostic, dialect: Dialect): string {
  if (node) return `${visibly(node)}: ${message}`
  const index = nodeIndexOf(dialect, path)
  return index === undefined ? message : `node ${index + 1}: ${message}`
}
