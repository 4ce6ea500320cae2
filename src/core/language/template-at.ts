import type { Dialect, KnownVariable } from '../dialects/dialect.ts'
import { templateFieldAt } from '../dialects/shape.ts'
import { isWhole, nodeAt } from '../source/find.ts'
import { pathAt } from '../source/path-at.ts'
import { readSource } from '../source/read.ts'
import { mapScalar } from '../source/scalar-map.ts'
import type { Format } from '../source/tree.ts'
import { templateCompletion } from '../template/complete.ts'
import { templateFunctions } from '../template/functions/table.ts'
import type { Completion } from './completion.ts'
import { plainInsertion } from './completion.ts'
import { code } from './describe.ts'

/**
 * What may be written inside an action of a template: the variables that can have been set there, the
 * nearest first, then functions. Null where no action of a template is, and while the text does not parse.
 */
export function completeTemplate(text: string, format: Format, offset: number, dialect: Dialect): readonly Completion[] | null {
  // Most places are none, and reading the text is not cheap.
  const before = text.lastIndexOf('{{', offset)
  if (before < 0 || offset - before > 2_000) return null
  const source = readSource(text, format)
  if (!isWhole(source)) return null
  const path = pathAt(source, offset)
  const scalar = templateFieldAt(dialect, path) ? nodeAt(source, path) : null
  const map = scalar?.kind === 'scalar' ? mapScalar(source, scalar) : null
  const at = map?.toText(offset) ?? null
  if (scalar?.kind !== 'scalar' || map === null || at === null) return null
  const place = templateCompletion(scalar.text, at)
  if (!place) return null
  const range = map.toSource(place.range)
  const variables = dialect.variablesAt(dialect.read(source), path) ?? []
  const named = (label: string, kind: Completion['kind'], detail: string, help: () => string): Completion => ({ label, kind, detail, help, range, insert: plainInsertion(label), filter: label })
  const variable = (prefix: string) => ({ name, setBy }: KnownVariable): Completion => named(`${prefix}${name}`, 'variable', originOf(setBy), () => describeVariable(name, setBy))
  switch (place.place) {
    case 'field':
      return place.of === 'data' && place.path.length === 0 ? variables.filter(({ name }) => place.isQuoted || isWord(name)).map(variable('')) : []
    case 'word':
      return [
        ...variables.filter(({ name }) => isWord(name)).map(variable(place.isDotData ? '.' : '$.')),
        ...templateFunctions().map(({ name, usage, help }) => named(name, 'function', usage, () => help)),
      ]
    case 'variable':
    case 'definition':
      return place.names.map((name) => named(name, 'value', '', () => ''))
  }
}

function isWord(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name)
}

function originOf(setBy: readonly string[]): string {
  return setBy.length === 0 ? '' : `from ${setBy[0]!}${setBy.length > 1 ? ` and ${setBy.length - 1} more` : ''}`
}

/** Where a variable comes from, as Markdown. */
export function describeVariable(name: string, setBy: readonly string[]): string {
  const from = setBy.length > 0 ? `Set by ${setBy.slice(0, 6).map(code).join(', ')}.` : name === 'trigger' ? 'What started the run.' : 'Nothing sets it, so it renders as nothing.'
  return `**${code(`.${name}`)}**\n\n${from}`
}
