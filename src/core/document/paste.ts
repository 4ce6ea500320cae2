import type { Diagnostic, Result } from '../diagnostic.ts'
import type { Command, NodeFields } from '../dialects/command.ts'
import type { Dialect, Reading } from '../dialects/dialect.ts'
import { dialectFor } from '../dialects/registry.ts'
import type { GraphNode } from '../graph/view.ts'
import { carryOutOne, draftOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { freeId } from './free-id.ts'
import { fieldsOf, listOfNodes } from './items.ts'
import { appendEdges } from './paste-edges.ts'
import { insertAsText } from './paste-text.ts'
import { readSheet, refuse } from './sheet.ts'

export type Pasted = {
  readonly draft: Draft
  /** The keys of the new nodes, in file order: for selecting them. */
  readonly keys: readonly string[]
  /** What could not be taken along, as warnings. */
  readonly notices: readonly Diagnostic[]
  /** Ids that were taken, and what the nodes are called instead. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** Variables that copies of nodes would set as their originals do, and what the pasted nodes set instead. */
  readonly outputs: readonly { readonly from: string; readonly to: string }[]
}

/**
 * Adds the nodes that a text holds. Ids that are taken get a number; references among the pasted nodes
 * follow, others stay where the node that they name exists, and are dropped with a notice where it does
 * not. So do variables that the file sets: what a copy sets, a node whose id was taken, is its own, and the
 * templates among the pasted nodes read that. A node that comes back under its id, as after a cut, sets what it set,
 * since several nodes may set one variable. Comments, quotes and layout come along where both texts are in YAML's
 * block style.
 *
 * @param after the key of the node to paste behind; without it, or with one that is not there, the end.
 */
export function pasteInto(draft: Draft, text: string, after?: string): Result<Pasted> {
  const dialect = dialectFor(draft.source)
  const sheet = readSheet(text, dialect)
  if (!sheet.ok) return sheet
  const present = nodesOf(dialect, draft.reading())
  const fitted = fit(dialect, draftOf(sheet.value), present, variablesIn(dialect, draft.reading()))
  if (!fitted.ok) return fitted
  const { reading, notices, renamed, outputs } = fitted.value
  const behind = present.find(({ key }) => key === after)
  const index = behind === undefined ? present.length : behind.index + 1
  const added = insertAsText(draft, reading, behind) ?? insertAsFields(draft, reading, behind)
  if (!added.ok) return added
  const done = appendEdges(added.value, reading)
  if (!done.ok) return done
  const count = nodesOf(dialect, reading).length
  const keys = nodesOf(dialect, done.value.reading()).slice(index, index + count).map(({ key }) => key)
  return { ok: true, value: { draft: done.value, keys, notices, renamed, outputs } }
}

/** The nodes that are written, in file order. */
function nodesOf(dialect: Dialect, reading: Reading): readonly GraphNode[] {
  return dialect.project(reading).nodes.filter(({ index }) => index >= 0).toSorted((a, b) => a.index - b.index)
}

/** What names the variables that nodes set, with the keys of those nodes; one that a single node knows, an item of its list, has its node in that. */
function variablesIn(dialect: Dialect, reading: Reading): ReadonlyMap<string, ReadonlySet<string>> {
  const setters = new Map<string, Set<string>>()
  for (const { kind, role, key, node } of dialect.occurrences(reading)) {
    if (kind === 'variable' && role === 'definition') setters.set(key, (setters.get(key) ?? new Set()).add(node))
  }
  return setters
}

type Fitted = Pick<Pasted, 'notices' | 'renamed' | 'outputs'> & { readonly reading: Reading }

/** Gives the nodes of the sheet ids and variables that are free, and takes away references to what does not exist. */
function fit(dialect: Dialect, sheet: Draft, present: readonly GraphNode[], variables: ReadonlyMap<string, unknown>): Result<Fitted> {
  const known = new Set(present.map(({ id }) => id.normalize('NFC')))
  const pasted = nodesOf(dialect, sheet.reading())
  const own = new Set(pasted.map(({ id }) => id.normalize('NFC')))
  const used = new Set<string>()
  const notices: Diagnostic[] = []
  const names: { readonly from: string; readonly to: string }[] = []
  const copies: number[] = []
  let fitting = sheet

  // Before any rename, so that a reference to a node of the file is not taken for one to a pasted node.
  for (const ghost of dialect.project(sheet.reading()).nodes.filter((node) => node.ghost === true)) {
    if (known.has(ghost.id.normalize('NFC'))) continue
    const cleaned = carryOutOne(fitting, { type: 'remove', nodes: [ghost.key] })
    if (!cleaned.ok) return cleaned
    fitting = cleaned.value
    notices.push({ code: 'needs/unknown', severity: 'warning', path: [], message: `References to \`${ghost.id}\` were not pasted: there is no such node here.`, node: ghost.id })
  }
  for (const { index, id, kind } of pasted) {
    const first = id !== '' && !used.has(id.normalize('NFC')) ? id : ''
    const free = freeId(id === '' ? kind : id, (each) => known.has(each) || used.has(each) || (own.has(each) && each !== first.normalize('NFC')))
    used.add(free.normalize('NFC'))
    if (free === id) continue
    const { key } = nodesOf(dialect, fitting.reading())[index]!
    const renamed = carryOutOne(fitting, { type: 'rename', node: key, to: free })
    if (!renamed.ok) return renamed
    fitting = renamed.value
    copies.push(index)
    if (id !== '') names.push({ from: id, to: free })
  }
  const outputs: { readonly from: string; readonly to: string }[] = []
  const nodes = nodesOf(dialect, fitting.reading())
  const copied = new Set(copies.map((index) => nodes[index]!.key))
  const set = variablesIn(dialect, fitting.reading())
  for (const [from, setters] of set) {
    if (!variables.has(from) || ![...setters].some((node) => copied.has(node))) continue
    const to = freeId(from, (each) => variables.has(each) || set.has(each))
    const renamed = carryOutOne(fitting, { type: 'renameOutput', from, to })
    // A name that no template can read is a fault of the text that was copied: it is pasted as it is.
    if (!renamed.ok) continue
    fitting = renamed.value
    outputs.push({ from, to })
  }
  return { ok: true, value: { reading: fitting.reading(), notices, renamed: names, outputs } }
}

/** Adds the nodes one by one as values: into JSON, flow lists, and wherever their text does not fit. */
function insertAsFields(draft: Draft, sheet: Reading, behind: GraphNode | undefined): Result<Draft> {
  const dialect = dialectFor(sheet.source)
  const items = listOfNodes(sheet)?.items ?? []
  let result: Draft = draft
  let after = behind?.key
  for (const node of nodesOf(dialect, sheet)) {
    const fields = fieldsOf(items[node.index]?.value ?? null, dialect.nodeFields)
    if (fields === null) return refuse('refused/rule', 'A node must be a map with `id` and `prompt`.')
    const commands: Command[] = [{ type: 'add', node: { ...fields, id: node.id } satisfies NodeFields, ...(after === undefined ? {} : { after }) }]
    after = node.id.normalize('NFC')
    if (node.note !== undefined && draft.source.format === 'yaml') commands.push({ type: 'setComment', node: after, text: node.note })
    for (const command of commands) {
      const added = carryOutOne(result, command)
      // A note that has no place in brackets is no reason to paste nothing.
      if (!added.ok && command.type === 'add') return added
      if (added.ok) result = added.value
    }
  }
  return { ok: true, value: result }
}
