import { isExact, readPlain, type PlainValue } from '../scalar.ts'
import type { ScalarStyle } from '../tree.ts'

const CORE = 'tag:yaml.org,2002:'
const SCALARS: ReadonlySet<string> = new Set(['str', 'null', 'bool', 'int', 'float'])

/** The core tag that a tag as written stands for (`str` for `!!str`), or null when it is another's. */
export function coreTag(tag: string): string | null {
  if (tag === '!') return 'str'
  if (tag.startsWith('!!')) return tag.slice(2)
  if (tag.startsWith(`!<${CORE}`) && tag.endsWith('>')) return tag.slice(CORE.length + 2, -1)
  return null
}

/** Does the tag fit a value of this kind? Tags that are not of the core schema never do. */
export function isKnownTag(tag: string, kind: 'scalar' | 'map' | 'list'): boolean {
  if (tag === '!') return true
  const core = coreTag(tag)
  if (core === null) return false
  switch (kind) {
    case 'scalar': return SCALARS.has(core)
    case 'map': return core === 'map'
    case 'list': return core === 'seq'
  }
}

/**
 * The value of a scalar with a tag. A tag that does not fit the text changes nothing: the text then
 * means what it would without the tag.
 */
export function taggedValue(tag: string | undefined, style: ScalarStyle, text: string): PlainValue {
  const untagged = style === 'plain' ? readPlain(text) : { value: text }
  switch (tag === undefined ? null : coreTag(tag)) {
    case 'str': return { value: text }
    case 'null': return readPlain(text).value === null ? { value: null } : untagged
    case 'bool': return typeof readPlain(text).value === 'boolean' ? readPlain(text) : untagged
    case 'int':
    case 'float': {
      const plain = readPlain(text)
      return typeof plain.value === 'number' ? plain : untagged
    }
    default: return untagged
  }
}

/** Does the tag name a type that the text is not, as in `!!int many`? */
export function isMistagged(tag: string, text: string): boolean {
  const { value } = readPlain(text)
  switch (coreTag(tag)) {
    case 'null': return value !== null
    case 'bool': return typeof value !== 'boolean'
    case 'int': return typeof value !== 'number' || !(Number.isInteger(value) || !isExact(value, text))
    case 'float': return typeof value !== 'number'
    default: return false
  }
}
