import { clean } from './meaning.ts'
import type { Intent } from './meaning.ts'
import { NONE } from '../ask.ts'
import type { Touched } from '../ask.ts'
import type { Page, Part } from '../page.ts'
import { newFirst } from '../touch.ts'
import type { TreeMap } from '../tree.ts'
import type { Plain } from './plain.ts'

/** The order in which the fields of a node are written. */
const ORDER = ['id', 'kind', 'agent', 'prompt', 'needs', 'routes', 'max_turns', 'output_format', 'model', 'tools', 'timeout']

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
      return { ...NONE, under: [`${node}/id`, ...references.flatMap((each) => each.items)], just: page.flow.has(node) ? [node] : first(page, intent.node, plain, 'id') }
    }
    case 'connect': {
      const [holder, field] = holderOf(intent)
      return { ...NONE, just: [`${holder}/${field}`, ...(page.flow.has(holder) ? [holder] : first(page, intent.kind === 'need' ? intent.to : intent.from, plain, field))] }
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
      const just = page.flow.has(node) ? [node] : first(page, intent.node, plain, intent.field)
      // An empty value is written by leaving the field out, but for a flow list and for the prompt.
      const isCleared = intent.value === undefined || (intent.field !== 'prompt' && (intent.value === 0 || intent.value === '' || (Array.isArray(intent.value) && intent.value.length === 0)))
      if (isCleared) return { under: [part], just, gone: [part], loose: Array.isArray(nodes[intent.node]![intent.field]) ? [part] : [] }
      // A list may be written anew as a whole.
      return { under: [part], just, gone: [], loose: Array.isArray(intent.value) ? [part] : [] }
    }
    case 'setDocument':
      return { under: [intent.field], just: ['root'], gone: intent.value === undefined ? [intent.field] : [], loose: [] }
    case 'setComment':
      return { ...NONE, note: `nodes/${intent.node}` }
    case 'moveNode': {
      const moved = `nodes/${intent.node}`
      return { ...NONE, under: [moved], just: page.flow.has('nodes') ? ['nodes'] : [], moved }
    }
  }
}

/** A new field, or the id, that comes to stand behind the dash. */
function first(page: Page, place: number, { nodes }: Plain, field: string): Part[] {
  return newFirst(nodes[place] as unknown as TreeMap, field, ORDER, page.fields.get(`nodes/${place}`)?.[0])
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
      // What is commented out below the last item may stay when the list goes.
      return [{ node: i, list, items, gone: [list], changed: [], loose: [list] }]
    }),
  )
}

function same(a: string | undefined, b: string | undefined): boolean {
  return clean(a) !== '' && clean(a).normalize('NFC') === clean(b).normalize('NFC')
}
