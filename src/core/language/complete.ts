import { unreachable } from '../diagnostic.ts'
import type { Dialect, Field, Group, Shape } from '../dialects/dialect.ts'
import { isList } from '../dialects/shape.ts'
import { freeId } from '../document/free-id.ts'
import type { GraphNode, GraphView } from '../graph/view.ts'
import { reachable } from '../graph/reach.ts'
import type { Format } from '../source/tree.ts'
import { plainInsertion, type Completion } from './completion.ts'
import { describeField, describeNode } from './describe.ts'
import { insertItem, insertKey, insertValue, insertWord, type Manner } from './insert.ts'
import { placeAt } from './place-at.ts'
import type { Place } from './place.ts'
import { completeTemplate } from './template-at.ts'

/** Names that are known where the file runs, to be offered. */
export type KnownNames = { readonly agents?: readonly string[]; readonly models?: readonly string[]; readonly tools?: readonly string[] }

/** What completion knows beside the text. The view may lag behind the text by a few letters. */
export type CompletionContext = { readonly dialect: Dialect; readonly view: GraphView; readonly names?: KnownNames }

/**
 * What may be written at an offset, the likeliest first. The text need not parse. Takes the text as it
 * is on disk; offsets are those of it.
 */
export function complete(text: string, format: Format, offset: number, context: CompletionContext): readonly Completion[] {
  const inTemplate = completeTemplate(text, format, offset, context.dialect)
  if (inTemplate) return inTemplate
  const place = placeAt(text, format, offset)
  const shape = place && context.dialect.shapeAt(place.path)
  if (!place || !shape) return []
  switch (shape.type) {
    case 'map':
      return inMap(text, place, shape, context)
    case 'items':
      return place.role === 'open' ? freshItems(text, place, shape, context) : []
    case 'value':
      return place.role === 'key' ? [] : values(text, place, shape.field, shape.entry === true || place.path.at(-1) !== shape.field.name, context)
    default:
      return unreachable(shape)
  }
}

function inMap(text: string, place: Place, shape: Extract<Shape, { type: 'map' }>, context: CompletionContext): readonly Completion[] {
  const items = itemsAround(place, context.dialect)
  // An item of a list in brackets begins with a brace.
  if (place.role === 'value') return place.style !== 'block' && items ? freshItems(text, place, items, context) : []
  const manner = mannerOf(text, context.dialect)
  const own = ownId(place, context.dialect)
  const kind = context.view.nodes.find(({ id }) => id !== '' && id === own)?.kind
  const fields = shape.fields.filter((field) => !place.siblings.has(field.name))
  const rank = (field: Field | Group): number => rankOf(field, kind)
  const keys = fields.toSorted((a, b) => rank(a) - rank(b)).map((field): Completion => ({
    label: field.name,
    kind: 'key',
    detail: field.required ? `${field.label}, required` : field.label,
    help: () => describeField(field),
    range: place.range,
    insert: insertKey(place, field, manner),
    filter: filterOf(place, field),
    ...(opensChoice(field) && !place.hasColon && { goesOn: true as const }),
  }))
  return items && place.dashed && place.siblings.size === 0 ? [...keys, ...freshItems(text, place, items, context)] : keys
}

/** What is required comes first, what is of no use to a node of this kind last. */
function rankOf(field: Field | Group, kind: GraphNode['kind'] | undefined): number {
  if (field.required) return 0
  return 'kinds' in field && field.kinds && !(kind && field.kinds.includes(kind)) ? 2 : 1
}

/** Names that other tools use lead to the field, too. */
function filterOf(place: Place, field: Field | Group): string {
  const also = 'also' in field && field.also ? ` ${field.also.join(' ')}` : ''
  return `${place.quote ?? ''}${field.name}${also}`
}

function opensChoice(field: Field | Group): boolean {
  return field.type === 'enum' || field.type === 'boolean' || field.type === 'references' || field.type === 'items' || ('offers' in field && field.offers !== undefined)
}

function itemsAround(place: Place, dialect: Dialect): Extract<Shape, { type: 'items' }> | null {
  if (typeof place.path.at(-1) !== 'number') return null
  const shape = dialect.shapeAt(place.path.slice(0, -1))
  return shape?.type === 'items' ? shape : null
}

function freshItems(text: string, place: Place, { fresh, named }: Extract<Shape, { type: 'items' }>, { dialect, view }: CompletionContext): readonly Completion[] {
  const manner = mannerOf(text, dialect)
  const taken = new Set(view.nodes.map(({ id }) => id.normalize('NFC')))
  return fresh.map((kind) => ({
    label: `New ${kind.label.toLowerCase()}`,
    kind: 'pattern',
    detail: kind.hint,
    help: () => `${kind.hint}.`,
    range: place.range,
    insert: insertItem(place, named, freeId(kind.stem, (id) => taken.has(id)), kind, manner),
    filter: `${place.dashed ? '' : '- '}${named} ${kind.stem}`,
  }))
}

function values(text: string, place: Place, field: Field, isEntry: boolean, context: CompletionContext): readonly Completion[] {
  // A key that stands alone in its line, with its list still to come.
  if (place.role === 'open' && !isEntry && !isList(field)) return []
  const manner = mannerOf(text, context.dialect)
  const word = (label: string, kind: Completion['kind'], detail: string, help: () => string): Completion => ({
    label, kind, detail, help, range: place.range, insert: insertWord(place, field, label, isEntry, manner), filter: `${place.quote ?? ''}${label}`,
  })
  if (field.type === 'enum') return (field.values ?? []).map(({ value, label, help }) => word(value, 'value', label, () => help))
  if (field.type === 'references' || field.type === 'reference') {
    const nodes = nodesFor(place, field, context).map(({ node, refusal }) => word(node.id, 'node', refusal ?? node.kind, () => describeNode(context.view, node)))
    // Beside nodes, words that the field takes as well: `end`.
    return [...nodes, ...(field.values ?? []).map(({ value, label, help }) => word(value, 'value', label, () => help))]
  }
  if (field.offers) {
    const listed = new Set(place.listed)
    return (context.names?.[field.offers] ?? []).filter((name) => !listed.has(name)).map((name) => word(name, 'name', field.label, () => ''))
  }
  if (field.type === 'boolean') return ['true', 'false'].map((value) => ({ ...word(value, 'value', field.label, () => describeField(field)), insert: place.style === 'block' ? plainInsertion(value) : insertValue(place, value === 'true') }))
  if (field.type === 'duration' && place.role === 'value') return ['30s', '5m', '1h'].map((duration) => word(duration, 'value', field.label, () => describeField(field)))
  if (field.type === 'integer' && place.role === 'value' && field.example !== undefined && place.typed === '') {
    return [{ label: field.example, kind: 'value', detail: field.label, help: () => describeField(field), range: place.range, insert: place.style === 'block' ? plainInsertion(field.example) : insertValue(place, Number(field.example)), filter: field.example }]
  }
  return []
}

/** The nodes that may be named: not itself, not one that is named already; those that would close a cycle last. */
function nodesFor(place: Place, field: Field, { dialect, view }: CompletionContext): readonly { readonly node: GraphNode; readonly refusal: string | null }[] {
  const own = ownId(place, dialect)
  const listed = new Set(place.listed.map((id) => id.normalize('NFC')))
  const after = own === undefined || field.edges?.kind !== 'need' ? null : reachable(view.edges.filter(({ kind }) => kind === 'need'), [own], 'down')
  // An edge may lead back to the node that it leaves.
  const isSelf = (id: string): boolean => field.edges?.kind !== 'flow' && id.normalize('NFC') === own
  const named = view.nodes.filter(({ id, ghost, end }) => !ghost && !end && id !== '' && !isSelf(id) && !listed.has(id.normalize('NFC')))
  const choices = named.map((node) => ({ node, refusal: after?.has(node.key) ? `needs ${own} itself` : null }))
  return [...choices.filter(({ refusal }) => refusal === null), ...choices.filter(({ refusal }) => refusal !== null)]
}

/** The id of the node that is written in, in Unicode's composed form. */
function ownId({ path, role, siblings, around }: Place, dialect: Dialect): string | undefined {
  const at = path.findIndex((step, index) => typeof step === 'number' && dialect.shapeAt(path.slice(0, index))?.type === 'items')
  const shape = at < 0 ? null : dialect.shapeAt(path.slice(0, at))
  if (shape?.type !== 'items') return undefined
  // Steps from the node's own map to what is written in: none in that map, one or two in a map or a list that one of its fields holds.
  const steps = path.length - 1 - at - (role === 'value' && typeof path.at(-1) === 'string' ? 1 : 0)
  const keys = steps === 0 ? siblings : steps <= 2 ? around : null
  return keys?.get(shape.named)?.replace(/^(["'])(.*)\1$/, '$2').normalize('NFC')
}

function mannerOf(text: string, { nodeFields }: Dialect): Manner {
  const names = nodeFields.filter(({ type }) => type === 'references').map(({ name }) => name)
  const key = `^ *(?:- +)*(?:${names.join('|')})[ \\t]*:[ \\t]*`
  const isDashed = names.length > 0 && new RegExp(`${key}\\r?\\n *- `, 'm').test(text) && !new RegExp(`${key}\\[`, 'm').test(text)
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', isDashed }
}
