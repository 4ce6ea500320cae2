import { readFile } from 'node:fs/promises'
import { parseDefinition, validate, type Definition, type Diagnostic } from '../../src/core/index.ts'
import { DefinitionError } from './definition-error.ts'

/**
 * Reads a workflow file: JSON when its name ends in `.json`, YAML otherwise. Rejects with a
 * DefinitionError that holds every problem, with its place in the text; with the error of the file
 * system when the file cannot be read.
 */
export async function loadWorkflowFile(path: string): Promise<Definition> {
  const bytes = await readFile(path)
  const text = decode(bytes)
  if (text === null) throw new DefinitionError([notUtf8(bytes)], path)
  const { definition, diagnostics } = parseDefinition(text, path.toLowerCase().endsWith('.json') ? 'json' : 'yaml')
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new DefinitionError(diagnostics, path)
  return definition
}

/** Every problem of a definition, errors and warnings, in order. Takes anything, never throws. */
export function validateWorkflow(definition: unknown): readonly Diagnostic[] {
  return validate(definition)
}

/** A byte order mark is kept: the reader has its own word to say about it. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function notUtf8(bytes: Uint8Array): Diagnostic {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return {
    code: 'text/not-utf8',
    severity: 'error',
    message: `The file is not UTF-8${wide ? ' but UTF-16' : ''}. Save it as UTF-8.`,
    path: [],
  }
}
