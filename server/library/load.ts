import { readFile } from 'node:fs/promises'
import { parseDefinition, validate, type Definition, type Diagnostic } from '../../src/core/index.ts'
import { decodeUtf8 } from '../utf8.ts'
import { DefinitionError } from './definition-error.ts'

/**
 * Reads a workflow file: JSON when its name ends in `.json`, YAML otherwise. Rejects with a
 * DefinitionError that holds every problem, with its place in the text; with the error of the file
 * system when the file cannot be read.
 */
export async function loadWorkflowFile(path: string): Promise<Definition> {
  const bytes = await readFile(path)
  const decoded = decodeUtf8(bytes)
  if (!decoded.ok) throw new DefinitionError([notUtf8(bytes, decoded.offset)], path)
  const { definition, diagnostics } = parseDefinition(decoded.text, path.toLowerCase().endsWith('.json') ? 'json' : 'yaml')
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new DefinitionError(diagnostics, path)
  return definition
}

/** Every problem of a definition, errors and warnings, in order. Takes anything, never throws. */
export function validateWorkflow(definition: unknown): readonly Diagnostic[] {
  return validate(definition)
}

function notUtf8(bytes: Uint8Array, offset: number): Diagnostic {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return {
    code: 'text/not-utf8',
    severity: 'error',
    message: `The file is not UTF-8${wide ? ' but UTF-16' : ''}: byte ${offset} does not fit. Save it as UTF-8.`,
    path: [],
  }
}
