import type { Diagnostic, Json, Path } from '../diagnostic.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { isWithin } from '../dialects/node-path.ts'
import { isMerge, mergedMaps, resolve } from '../source/find.ts'
import type { Source, SourceEntry, SourceMap, SourceNode, SourceScalar } from '../source/tree.ts'

/**
 * All that a whole source holds, as a value for another format: aliases and merge keys applied, unknown
 * fields kept. Where the dialect reads text the value is that text (`007`, `no`); a number that a
 * double cannot hold becomes its text, and a diagnostic says so.
 */
export function wholeValue(source: Source, dialect: Dialect): { value: Json; diagnostics: readonly Diagnostic[] } {
  const maker = new ValueMaker(dialect)
  return { value: maker.value(source.root, []), diagnostics: maker.diagnostics }
}

class ValueMaker {
  readonly diagnostics: Diagnostic[] = []
  readonly #documentTexts: ReadonlySet<string>
  readonly #nodeTexts: ReadonlySet<string>
  readonly #edgeTexts: ReadonlySet<string>
  readonly #documentPaths: readonly Path[]
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#documentTexts = textsOf(dialect.documentFields)
    this.#nodeTexts = textsOf(dialect.nodeFields)
    this.#edgeTexts = textsOf(dialect.edgeFields)
    this.#documentPaths = dialect.documentFields.flatMap((field) => (this.#documentTexts.has(field.name) ? [[...(field.within ?? []), field.name]] : []))
  }

  value(written: SourceNode | null, path: Path): Json {
    const node = resolve(written)
    switch (node?.kind) {
      case undefined: return null
      case 'scalar': return this.#scalar(node, path)
      case 'list': return node.items.map((item, index) => this.value(item.value, [...path, index]))
      case 'map': {
        // Without a prototype: a key may be called `__proto__`.
        const result = Object.create(null) as { [key: string]: Json }
        for (const entry of entriesOf(node, new Set())) {
          const name = entry.name!
          if (!(name in result)) result[name] = this.value(entry.value, [...path, name])
        }
        return result
      }
    }
  }

  #scalar(node: SourceScalar, path: Path): Json {
    if (node.value === null || typeof node.value === 'string') return node.value
    if (this.#isText(path)) return node.text
    if (typeof node.value === 'boolean' || !node.unsafe) return node.value
    this.diagnostics.push({
      code: 'number/unsafe', severity: 'warning', path, range: node.range,
      message: `\`${node.text}\` is a number that most readers of JSON cannot hold exactly. It becomes text.`,
    })
    return node.text
  }

  /** Fields of nodes and edges wherever their lists may stand, and of the document; entries of their lists too. */
  #isText(path: Path): boolean {
    for (const list of this.#dialect.nodesPaths) {
      const around = list.slice(0, -1)
      for (const [at, texts] of [[list, this.#nodeTexts], [[...around, 'edges'], this.#edgeTexts]] as const) {
        if (isWithin(path, at) && typeof path[at.length] === 'number') return path.length <= at.length + 3 && texts.has(String(path[at.length + 1]))
      }
      if (path.length === around.length + 1 && isWithin(path, around) && this.#documentTexts.has(String(path.at(-1)))) return true
    }
    return this.#documentPaths.some((at) => isWithin(path, at) && path.length <= at.length + 1)
  }
}

function textsOf(fields: Dialect['nodeFields']): ReadonlySet<string> {
  return new Set(fields.flatMap(({ name, type }) => (type === 'integer' || type === 'boolean' ? [] : [name])))
}

/** The entries of a map, then those that its merge keys bring. The first of a name counts. */
function* entriesOf(map: SourceMap, seen: Set<SourceMap>): Generator<SourceEntry> {
  if (seen.has(map)) return
  seen.add(map)
  for (const entry of map.entries) {
    if (entry.name !== null && !isMerge(entry)) yield entry
  }
  for (const merged of mergedMaps(map)) yield* entriesOf(merged, seen)
}
