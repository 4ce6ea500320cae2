import type { Path } from '../diagnostic.ts'
import type { KnownVariable } from '../dialects/dialect.ts'
import { isWithin } from '../dialects/node-path.ts'
import type { TemplateHolder } from './template-holder.ts'

/** The variables that can have been set at a field of a holder, the nearest first; null when the path leads to none. */
export function knownVariablesAt(holders: readonly TemplateHolder[], setBy: ReadonlyMap<string, readonly string[]>, path: Path): readonly KnownVariable[] | null {
  const holder = holders.find((each) => isWithin(path, each.path))
  const field = holder && path[holder.path.length]
  if (!holder || typeof field !== 'string') return null
  return [...holder.variables(field).names()].map((name) => ({ name, setBy: setBy.get(name) ?? [] }))
}
