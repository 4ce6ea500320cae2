import type { Json } from '../diagnostic.ts'
import { entriesByName, readFields, type Report } from '../dialects/field-reader.ts'
import type { FieldValues } from '../dialects/field-values.ts'
import { inOrder } from '../dialects/ordered.ts'
import { whatIs, type PartEntry } from '../dialects/part.ts'
import { branch, fieldTree, type PlaceTree } from '../dialects/places.ts'
import { headFields, headerKeys, headerRows, llmFields, llmKeys } from './fields.ts'

/** The header of an agent file, normalised. `llm` is there when something in it is. */
export type Header = FieldValues<(typeof headFields)[number]> & { readonly llm?: FieldValues<(typeof llmFields)[number]> }

export type ReadHeader = {
  readonly values: Header
  /** Where the fields stand, by their keys at the root of the file. */
  places(name: string): PlaceTree | undefined
}

/**
 * Reads the header among the entries of a file's root. Names that nobody knows are told, `keys` and the
 * header's own aside.
 *
 * @param keys further keys that the dialect takes at the root.
 */
export function readHeader(entries: ReadonlyMap<string, PartEntry>, report: Report, keys: readonly string[] = []): ReadHeader {
  const { values, places } = readFields(entries, headFields, [...headerKeys, ...keys], report)
  const llm = entries.get('llm')?.value
  if (llm && llm.type !== 'map' && llm.type !== 'nothing') {
    const written = llm.type === 'scalar' ? ` Write \`llm: { model: ${llm.text.trim()} }\`.` : ''
    report.problems.add('field/wrong-type', llm.place, `\`llm\` must be a map with \`provider\` and \`model\`, but this is ${whatIs(llm)}.${written}`, { field: 'llm' })
  }
  const inside = llm?.type === 'map' ? readFields(entriesByName(llm), llmFields, llmKeys, report) : null
  const hasModel = inside !== null && Object.keys(inside.values).length > 0
  return {
    // The table says which values there are; here its word is taken for it.
    values: (hasModel ? { ...values, llm: inside.values } : values) as unknown as Header,
    places: (name) => (name === 'llm' ? llm && branch(llm.place, (field) => fieldTree(inside?.places.get(String(field)))) : fieldTree(places.get(name))),
  }
}

/** The header as it is written: keys in rendered order, empty ones left out. */
export function orderedHeader(header: Header): [string, Json][] {
  const values = header as unknown as { readonly [key: string]: Json }
  const llm = inOrder((header.llm ?? {}) as { readonly [key: string]: Json }, llmFields)
  return headerRows.flatMap(({ name }): [string, Json][] => {
    if (name === 'llm') return llm.length === 0 ? [] : [[name, Object.fromEntries(llm)]]
    return inOrder(values, headFields.filter((field) => field.name === name))
  })
}

/** `provider:model` of the file; undefined when it names no model. */
export function modelOf({ llm }: Header): string | undefined {
  const { provider, model } = llm ?? {}
  if (model === undefined) return undefined
  return provider === undefined || model.startsWith(`${provider}:`) ? model : `${provider}:${model}`
}
