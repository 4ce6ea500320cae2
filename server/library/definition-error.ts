import type { Diagnostic } from '../../src/core/index.ts'

/** A definition that cannot be run: `diagnostics` says everything that is wrong with it. */
export class DefinitionError extends Error {
  override name = 'DefinitionError'
  /** Every problem, warnings included, in the order of the file. */
  readonly diagnostics: readonly Diagnostic[]
  constructor(diagnostics: readonly Diagnostic[], subject = 'the definition') {
    super(explain(diagnostics.filter(({ severity }) => severity === 'error'), subject))
    this.diagnostics = diagnostics
  }
}

function explain(errors: readonly Diagnostic[], subject: string): string {
  const [first] = errors
  if (!first) return `${subject} cannot be run`
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return `${subject}: ${first.message}${more}`
}

