import fc from 'fast-check'
import { headerKeys, llmKeys } from '../../../agent-file/fields.ts'
import type { NodeFields } from '../../../dialects/command.ts'
import type { Dialect, Field } from '../../../dialects/dialect.ts'
import type { Json } from '../../../diagnostic.ts'
import { keyAt, NONE } from '../ask.ts'
import type { Ask, Touched, Wanted } from '../ask.ts'
import type { Page } from '../page.ts'
import { besideFlow, newFirst, together, touchField, touchInsert } from '../touch.ts'
import { at, isMap, partOf, put } from '../tree.ts'
import type { Tree, TreeMap, Way } from '../tree.ts'
import { optional, someExtra, someId } from '../words.ts'
import { renamedIn, someFields, someValue, VARIABLES } from './values.ts'

/** A file with a list of nodes, as far as the commands of every dialect of agent files go by it. */
export type AgentFile = {
  readonly dialect: Dialect
  readonly tree: TreeMap
  /** The lists of maps that hold templates, the nodes first. */
  readonly lists: readonly { readonly way: Way; readonly fields: readonly Field[] }[]
  /** Where the fields of the document stand that do not belong to the header, and the order of the keys around them. */
  readonly body?: { readonly way: Way; readonly fields: readonly Field[]; readonly order: readonly string[] }
}

export function nodesOf({ tree, lists }: AgentFile): readonly TreeMap[] {
  return (at(tree, lists[0]!.way) ?? []) as readonly TreeMap[]
}

export function idsOf(file: AgentFile): string[] {
  return nodesOf(file).map(({ id }) => id as string)
}

export function sameId(a: Tree | undefined, b: Tree | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.trim().normalize('NFC') === b.trim().normalize('NFC')
}

/** The header of an agent file, and keys that nobody knows. */
export const someHead = (fields: readonly Field[]): fc.Arbitrary<TreeMap> =>
  fc.record({
    head: someFields(fields.filter(({ within }) => within === undefined), [], 3),
    llm: optional(someFields(fields.filter(({ within }) => within?.[0] === 'llm'), [], 6)),
    extra: optional(someExtra),
  }).map(({ head, llm, extra }) => ({ ...head, ...(llm === undefined || Object.keys(llm).length === 0 ? {} : { llm }), ...(extra === undefined ? {} : { 'x-extra': extra }) }))

/** The commands on nodes and on the document that mean the same in every agent file. */
export function sharedAsks(file: AgentFile): { readonly weight: number; readonly arbitrary: fc.Arbitrary<Ask> }[] {
  const { dialect, tree, lists } = file
  const { way, fields } = lists[0]!
  const nodes = nodesOf(file)
  const ids = idsOf(file)
  const order = fields.map(({ name }) => name)
  const empty = Object.fromEntries(fields.filter(({ always }) => always).map(({ name }) => [name, '']))
  const add = fc.record({
    fresh: fc.oneof({ weight: 8, arbitrary: someId }, { weight: 1, arbitrary: fc.constantFrom('', ' ', ...ids) }),
    rest: someFields(fields.filter(({ name }) => name !== 'id'), ids, 2),
    after: nodes.length === 0 ? fc.constant(undefined) : fc.option(fc.nat(nodes.length - 1), { nil: undefined }),
  }).map(({ fresh, rest, after }): Ask => {
    const index = after === undefined ? nodes.length : after + 1
    const id = fresh.trim()
    const wanted: Wanted = id === '' || ids.some((each) => sameId(each, id)) ? { refused: 'the id is not free' } : { tree: put(tree, way, nodes.toSpliced(index, 0, { ...empty, ...rest, id })) as TreeMap }
    return {
      type: 'add',
      command: (keys) => ({ type: 'add', node: { id: fresh, ...rest } as NodeFields, ...(after === undefined ? {} : { after: keys[after]! }) }),
      wanted,
      touched: (page) => touchInsert(tree, page, way),
      // A list without items becomes a block list, and stays as `[]` when its last item goes.
      ...(nodes.length === 0 ? {} : { back: (_page, between) => ({ type: 'remove', nodes: [keyAt(between, index)], references: 'keep' }) }),
    }
  })
  const setDocument = fc.constantFrom(...dialect.documentFields).chain((field) =>
    fc.oneof({ weight: 3, arbitrary: someValue(field, ids) }, { weight: 1, arbitrary: fc.constant(undefined) }).map((value): Ask => {
      const inBody = file.body?.fields.some(({ name }) => name === field.name) === true
      const holder: Way = inBody ? file.body!.way : (field.within ?? [])
      const keys = inBody ? file.body!.order : field.within === undefined ? headerKeys : llmKeys
      const last = value === undefined && field.within !== undefined && onlyKey(at(tree, holder), field.name)
      const next = last ? put(tree, holder, undefined) : put(tree, [...holder, field.name], value)
      const isAbsent = value === undefined && at(tree, [...holder, field.name]) === undefined
      return {
        type: 'setDocument',
        command: () => ({ type: 'setDocument', field: field.name, value: value as Json | undefined }),
        wanted: { tree: (isAbsent ? tree : next) as TreeMap },
        touched: (page) => (isAbsent ? NONE : touchField(tree, page, holder, field.name, keys, value)),
      }
    }))
  if (nodes.length === 0) return [{ weight: 3, arbitrary: add }, { weight: 1, arbitrary: setDocument }]

  const some = fc.nat(nodes.length - 1)
  const setField = fc.record({ node: some, field: fc.constantFrom(...fields.filter(({ name }) => name !== 'id')) }).chain(({ node, field }) =>
    fc.oneof({ weight: 3, arbitrary: someValue(field, ids) }, { weight: 1, arbitrary: fc.constantFrom(undefined, ...(field.type === 'template' ? [''] : [])) }).map((value): Ask => {
      const wanted = value === '' && field.always !== true ? undefined : value
      const isAbsent = wanted === undefined && nodes[node]![field.name] === undefined
      return {
        type: 'setField',
        command: (keys) => ({ type: 'setField', node: keys[node]!, field: field.name, value: value as Json | undefined }),
        wanted: { tree: (isAbsent ? tree : put(tree, [...way, node, field.name], wanted)) as TreeMap },
        touched: (page) => (isAbsent ? NONE : touchField(tree, page, [...way, node], field.name, order, wanted)),
      }
    }))
  const setComment = fc.record({ node: some, text: fc.option(fc.constantFrom('one line', 'two\nlines', 'été 😀', '# marked', 'a\n\nb', '- id: x'), { nil: undefined }) }).map(({ node, text }): Ask => ({
    type: 'setComment',
    command: (keys) => ({ type: 'setComment', node: keys[node]!, text }),
    wanted: { tree },
    touched: () => ({ ...NONE, note: partOf([...way, node]) }),
    check: (after) => {
      const { note } = after.view.nodes.find(({ index }) => index === node)!
      return note === text ? null : `the note ${String(note)} for ${String(text)}`
    },
  }))
  const moveNode = fc.record({ node: some, before: fc.option(some, { nil: undefined }) }).map(({ node, before }): Ask => {
    const rest = nodes.toSpliced(node, 1)
    const place = before === undefined ? rest.length : before > node ? before - 1 : before
    return {
      type: 'moveNode',
      command: (keys) => ({ type: 'moveNode', node: keys[node]!, ...(before === undefined ? {} : { before: keys[before]! }) }),
      wanted: { tree: put(tree, way, before === node ? nodes : rest.toSpliced(place, 0, nodes[node]!)) as TreeMap },
      touched: (page) => touchMove(page, way, node),
    }
  })
  const outputs = nodes.flatMap(({ output }) => (typeof output === 'string' ? [output] : []))
  const from = outputs.length === 0 ? fc.constantFrom(...VARIABLES) : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...outputs) }, { weight: 1, arbitrary: fc.constantFrom(...VARIABLES) })
  const to = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('fresh', ' padded ', 'ça') }, { weight: 1, arbitrary: fc.constantFrom('trigger', '1x', 'page', ...VARIABLES) })
  const renameOutput = fc.record({ from, to }).map(({ from, to }) => askRenameOutput(file, from, to))
  return [
    { weight: 4, arbitrary: add }, { weight: 3, arbitrary: setDocument }, { weight: 8, arbitrary: setField }, { weight: 2, arbitrary: setComment },
    { weight: 2, arbitrary: moveNode }, { weight: 3, arbitrary: renameOutput },
  ]
}

export function touchMove(page: Page, list: Way, place: number): Touched {
  const moved = partOf([...list, place])
  return { ...NONE, under: [moved], just: page.flow.has(partOf(list)) ? besideFlow(page, partOf(list)) : [], moved }
}

/** A node under another id; `touchOthers` is what follows it. */
export function askRename(file: AgentFile, node: number, to: string, isFree: boolean, followed: (old: string, id: string) => TreeMap, touchOthers: (page: Page) => Touched): Ask {
  const { way, fields } = file.lists[0]!
  const own = partOf([...way, node])
  const id = to.trim()
  return {
    type: 'rename',
    command: (keys) => ({ type: 'rename', node: keys[node]!, to }),
    wanted: !isFree ? { refused: 'the id is not free' } : { tree: followed(idsOf(file)[node]!, id) },
    touched: (page) => together(
      { ...NONE, under: [`${own}/id`], just: [...(page.flow.has(own) ? [own] : []), ...newFirst(nodesOf(file)[node], 'id', fields.map(({ name }) => name), page.fields.get(own)?.[0])] },
      touchOthers(page)),
  }
}

function askRenameOutput(file: AgentFile, from: string, to: string): Ask {
  const { tree, lists } = file
  const name = to.trim()
  const given = lists.flatMap(({ way, fields }) => fields.filter(({ type }) => type === 'variable').flatMap((field) => ((at(tree, way) ?? []) as readonly TreeMap[]).map((item) => item[field.name])))
  const touchedWays: Way[] = []
  let next: Tree = tree
  for (const { way, fields } of lists) {
    ;((at(tree, way) ?? []) as readonly TreeMap[]).forEach((item, i) => {
      for (const field of fields) {
        const value = item[field.name]
        if (typeof value !== 'string') continue
        const isTemplate = field.type === 'template' || field.type === 'condition'
        const changed = field.type === 'variable' && value === from ? name : isTemplate ? renamedIn(value, from, name) : value
        if (changed === value) continue
        touchedWays.push([...way, i, field.name])
        next = put(next, [...way, i, field.name], changed)
      }
    })
  }
  const isRefused = !given.includes(from) || (name !== from && (given.includes(name) || name === 'trigger' || name === '1x'))
  return {
    type: 'renameOutput',
    command: () => ({ type: 'renameOutput', from, to }),
    wanted: isRefused ? { refused: 'the name is not free' } : { tree: (name === from ? tree : next) as TreeMap },
    touched: () => ({ ...NONE, under: name === from ? [] : touchedWays.map(partOf) }),
  }
}

function onlyKey(map: Tree | undefined, key: string): boolean {
  return isMap(map) && Object.keys(map).length === 1 && Object.hasOwn(map, key)
}
