import { clean } from './meaning.ts'
import type { Intent } from './meaning.ts'
import type { Page, Part } from './page.ts'
import type { Plain } from './plain.ts'

/**
 * What a command may touch in a file, said from the command and the printed file alone. `under` a
 * part is the part and all within it.
 */
export type Touched = {
  /** Lines of these parts and what is under them may change. */
  readonly under: readonly Part[]
  /** Lines of just these parts may change: a key whose list grows. */
  readonly just: readonly Part[]
  /** With these goes what they own: comments and the blank lines above. */
  readonly gone: readonly Part[]
  /** Comments that may go or stay: those within a value that is replaced whole. */
  readonly loose: readonly Part[]
  /** The node whose note is set. */
  readonly note?: Part
  /** The node whose lines change their place. */
  readonly moved?: Part
}

const NONE: Touched = { under: [], just: [], gone: [], loose: [] }

export function touched(plain: Plain, intent: Intent, page: Page): Touched {
  const { nodes } = plain
  switch (intent.type) {
    case 'add':
      return { ...NONE, just: page.flow.has('nodes') || page.bare.has('nodes') ? ['nodes'] : [] }
    case 'remove': {
      const own = intent.nodes.map((i) => `nodes/${i}`)
      const left = nodes.filter((_, i) => !intent.nodes.includes(i))
      const ids = intent.nodes.map((i) => nodes[i]!.id).filter((id) => !left.some((node) => same(node.id, id)))
      const references = referencesTo(plain, page, ids).filter(({ node }) => !intent.nodes.includes(node))
      const parts = references.flatMap((each) => each.gone)
      return {
        under: [...own, ...parts, ...references.flatMap((each) => each.changed)],
        just: left.length === 0 ? ['nodes'] : page.flow.has('nodes') ? ['nodes'] : [],
        gone: [...own, ...references.flatMap((each) => each.gone)],
        loose: [...references.flatMap((each) => each.loose), ...(left.length === 0 ? ['nodes'] : [])],
      }
    }
    case 'rename': {
      const node = `nodes/${intent.node}`
      const references = referencesTo(plain, page, [nodes[intent.node]!.id])
      return { ...NONE, under: [`${node}/id`, ...references.flatMap((each) => each.items)], just: page.flow.has(node) ? [node] : [] }
    }
    case 'connect': {
      const [holder, field] = holderOf(intent)
      return { ...NONE, just: [`${holder}/${field}`, ...(page.flow.has(holder) ? [holder] : [])] }
    }
    case 'disconnect': {
      const [holder, field] = holderOf(intent)
      const other = nodes[intent.kind === 'need' ? intent.from : intent.to]!
      const references = referencesTo(plain, page, [other.id]).filter((each) => each.list === `${holder}/${field}`)
      return {
        ...NONE,
        under: references.flatMap((each) => [...each.gone, ...each.changed]),
        gone: references.flatMap((each) => each.gone),
        loose: references.flatMap((each) => each.loose),
      }
    }
    case 'setField': {
      const node = `nodes/${intent.node}`
      const part = `${node}/${intent.field}`
      const just = page.flow.has(node) ? [node] : []
      if (intent.value === undefined) return { under: [part], just, gone: [part], loose: page.flow.has(part) ? [part] : [] }
      // An empty value is written by leaving the field out, but for the prompt; a list may be written anew.
      const isLoose = typeof intent.value !== 'string' || (intent.value === '' && intent.field !== 'prompt')
      return { under: [part], just, gone: [], loose: isLoose ? [part] : [] }
    }
    case 'setDocument':
      return { under: [intent.field], just: [], gone: intent.value === undefined ? [intent.field] : [], loose: [] }
    case 'setComment':
      return { ...NONE, note: `nodes/${intent.node}` }
    case 'moveNode': {
      const moved = `nodes/${intent.node}`
      return { ...NONE, under: [moved], just: page.flow.has('nodes') ? ['nodes'] : [], moved }
    }
  }
}

export function isUnder(part: Part, parts: readonly Part[]): boolean {
  return parts.some((each) => part === each || part.startsWith(`${each}/`))
}

function holderOf(intent: Extract<Intent, { type: 'connect' | 'disconnect' }>): [Part, 'needs' | 'routes'] {
  return intent.kind === 'need' ? [`nodes/${intent.to}`, 'needs'] : [`nodes/${intent.from}`, 'routes']
}

type References = {
  readonly node: number
  readonly list: Part
  readonly items: readonly Part[]
  readonly gone: readonly Part[]
  readonly changed: readonly Part[]
  readonly loose: readonly Part[]
}

/** The items that name one of the ids, list by list. */
function referencesTo(plain: Plain, page: Page, ids: readonly (string | undefined)[]): References[] {
  return plain.nodes.flatMap((node, i) =>
    (['needs', 'routes'] as const).flatMap((field): References[] => {
      const list = `nodes/${i}/${field}`
      const values = node[field] ?? []
      const items = values.flatMap((value, k) => (ids.some((id) => same(id, value)) ? [`${list}/${k}`] : []))
      if (items.length === 0) return []
      if (items.length < values.length) return [{ node: i, list, items, gone: items, changed: [], loose: [] }]
      // A block list that becomes empty loses its key, a flow list stays as `[]`.
      if (page.flow.has(list)) return [{ node: i, list, items, gone: items, changed: [list], loose: [list] }]
      if (page.bare.has(list)) return [{ node: i, list, items, gone: [], changed: [list], loose: [list] }]
      return [{ node: i, list, items, gone: [list], changed: [], loose: [] }]
    }),
  )
}

function same(a: string | undefined, b: string | undefined): boolean {
  return clean(a) !== '' && clean(a).normalize('NFC') === clean(b).normalize('NFC')
}
