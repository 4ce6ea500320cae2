import type { Json } from '../../diagnostic.ts'
import { asMap, formsOf, partsOf, type Schema } from './schema-parts.ts'

/** A type of JSON Schema that is not `null`, and the word for it: `text`, `list of numbers`. */
type Kind = { readonly type: string; readonly word: string }

/** What a schema says of a value. No `kinds`: any. `values`: nothing else is allowed. */
export type OfValue = { readonly kinds: readonly Kind[]; readonly values?: readonly Json[]; readonly default?: Json; readonly help: string }

/** Choices within choices. No schema that people write goes deeper. */
const MAX_DEPTH = 8

const NOTHING: OfValue = { kinds: [], help: '' }

/** What the schemas within one schema say of their values. */
export class Said {
  readonly #root: Schema
  readonly #known = new Map<Schema, OfValue>()
  #depth = 0

  constructor(root: Schema) {
    this.#root = root
  }

  of(schema: Schema): OfValue {
    const known = this.#known.get(schema)
    if (known) return known
    if (this.#depth > MAX_DEPTH) return NOTHING
    // One that leads back to itself says nothing there.
    this.#known.set(schema, NOTHING)
    this.#depth += 1
    const said = this.#read(partsOf(schema, this.#root))
    this.#depth -= 1
    this.#known.set(schema, said)
    return said
  }

  #read(parts: readonly Schema[]): OfValue {
    const first = (key: string): Json | undefined => parts.find((part) => part[key] !== undefined)?.[key]
    const choices = parts.flatMap(formsOf).map((forms) => forms.map((form) => this.of(form)))
    const fixed = first('const')
    const listed = first('enum')
    const own = fixed !== undefined ? [fixed] : Array.isArray(listed) ? listed as readonly Json[] : undefined
    // A form that says nothing of its values or its type leaves all of them open.
    const values = own ?? choices.find((forms) => forms.every((form) => form.values))?.flatMap((form) => form.values ?? [])
    const said = parts.flatMap((part) => this.#kindsOf(part, parts))
    const kinds = said.length > 0 ? said
      : values ? values.flatMap(kindOfValue)
      : (choices.find((forms) => forms.every((form) => form.kinds.length > 0)) ?? []).flatMap((form) => form.kinds)
    const fallback = first('default')
    const help = first('description') ?? first('title')
    return {
      kinds: withoutDoubles(kinds),
      ...(values && { values }),
      ...(fallback !== undefined && { default: fallback }),
      help: typeof help === 'string' ? help : '',
    }
  }

  #kindsOf({ type, properties }: Schema, parts: readonly Schema[]): readonly Kind[] {
    const types = type !== undefined ? [type].flat().map(String) : properties !== undefined ? ['object'] : []
    return types.filter((each) => each !== 'null').map((each) => ({ type: each, word: each === 'array' ? this.#wordOfList(parts) : wordOf(each) }))
  }

  #wordOfList(parts: readonly Schema[]): string {
    const items = parts.flatMap((part) => {
      const schema = asMap(part.items)
      return schema ? this.of(schema).kinds : []
    })
    const many = items.length === 1 ? MANY.get(items[0]!.type) : undefined
    return many === undefined ? wordOf('array') : `list of ${many}`
  }
}

/** A whole number is a number: it is not named beside it. */
function withoutDoubles(kinds: readonly Kind[]): readonly Kind[] {
  const byWord = new Map(kinds.map((kind) => [kind.word, kind]))
  if (kinds.some(({ type }) => type === 'number')) byWord.delete(wordOf('integer'))
  return [...byWord.values()]
}

function kindOfValue(value: Json): readonly Kind[] {
  const type = value === null ? null : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  return type === null ? [] : [{ type, word: wordOf(type) }]
}

function wordOf(type: string): string {
  return WORDS.get(type) ?? type
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'], ['number', 'number'], ['integer', 'whole number'], ['boolean', 'true or false'], ['array', 'list'], ['object', 'object'],
])
const MANY: ReadonlyMap<string, string> = new Map([['string', 'texts'], ['number', 'numbers'], ['integer', 'whole numbers'], ['object', 'objects'], ['array', 'lists']])
