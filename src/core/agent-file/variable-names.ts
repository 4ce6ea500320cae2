import type { Path } from '../diagnostic.ts'
import type { Reading } from '../dialects/dialect.ts'
import type { Occurrence } from '../dialects/occurrence.ts'
import { mapScalar } from '../source/scalar-map.ts'
import { templateVariables, type VariableRead } from '../template/reads.ts'
import { scalarAt } from './place-in-template.ts'
import { namesGivenBy, ownPart, templatesOf, type TemplateHolder } from './template-holder.ts'

/** A place where a template reads a variable. */
export type VariableUse = {
  readonly holder: TemplateHolder
  readonly field: string
  /** Of the template in the model. */
  readonly path: Path
  readonly text: string
  readonly read: VariableRead
}

/** Every place where a template of these holders reads a variable. */
export function* variableUses(holders: readonly TemplateHolder[]): Generator<VariableUse> {
  for (const holder of holders) {
    for (const { field, text, path } of templatesOf(holder)) {
      if (!text.includes('{{')) continue
      for (const read of templateVariables(text)) yield { holder, field: field.name, path, text, read }
    }
  }
}

/** Every place that gives a variable its name or reads it. What an alias brings is named where it is written. */
export function variableOccurrences(reading: Pick<Reading, 'source' | 'origin'>, holders: readonly TemplateHolder[]): readonly Occurrence[] {
  const found: Occurrence[] = []
  for (const holder of holders) {
    for (const { field, name, path } of namesGivenBy(holder)) {
      const range = reading.origin.range(path)
      if (range && reading.origin.sourcePath(path) !== null) found.push({ kind: 'variable', key: holder.identity(name, field), role: 'definition', path, range, node: holder.key })
    }
  }
  const maps = new Map<string, ReturnType<typeof mapScalar>>()
  for (const { holder, field, path, read } of variableUses(holders)) {
    const at = path.join('/')
    if (!maps.has(at)) {
      const scalar = scalarAt(reading, path)
      maps.set(at, scalar && mapScalar(reading.source, scalar))
    }
    const map = maps.get(at)
    if (map) found.push({ kind: 'variable', key: holder.identity(read.name, field), role: 'reference', path, range: map.toSource(ownPart(holder, read.name, field, read.nameRange)), node: holder.key })
  }
  return found
}
