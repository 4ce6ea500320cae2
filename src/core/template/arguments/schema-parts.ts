import type { Json } from '../../diagnostic.ts'

export type Schema = { readonly [key: string]: Json }

/** All that holds at once of a value: the schema, what it refers to and is put together of, and the only form of a choice. */
export function partsOf(schema: Schema, root: Schema): readonly Schema[] {
  const parts = new Set<Schema>()
  const open = [schema]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (parts.has(part)) continue
    parts.add(part)
    const followed = typeof part.$ref === 'string' ? listOf([follow(part.$ref, root) ?? null]) : []
    const only = choicesOf(part).filter(({ length }) => length === 1).flat()
    open.push(...[...followed, ...listOf(part.allOf), ...only].toReversed())
  }
  return [...parts]
}

/** The choices among several forms that a schema itself leaves: what a form says holds only where that one is taken. */
export function formsOf(part: Schema): readonly (readonly Schema[])[] {
  return choicesOf(part).filter(({ length }) => length > 1)
}

/** The forms of its choices that are not `null`: nothing at all can be given of every parameter. */
function choicesOf({ anyOf, oneOf }: Schema): readonly (readonly Schema[])[] {
  return [listOf(anyOf), listOf(oneOf)].map((forms) => forms.filter((form) => form.type !== 'null' && form.const !== null))
}

function follow(reference: string, root: Schema): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let at: Json | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const map = asMap(at)
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = map && Object.hasOwn(map, key) ? map[key] : undefined
  }
  return at
}

function listOf(value: Json | undefined): readonly Schema[] {
  return Array.isArray(value) ? (value as readonly Json[]).flatMap((one): readonly Schema[] => {
    const map = asMap(one)
    return map ? [map] : []
  }) : []
}

export function asMap(value: Json | undefined): Schema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Schema : null
}
