import fc from 'fast-check'
import { dialectNamed, dialectOf } from '../../dialects/registry.ts'
import type { Json } from '../../diagnostic.ts'
import { resolve } from '../../source/find.ts'
import { renderJson } from '../../source/patch/render.ts'
import { readSource } from '../../source/read.ts'
import { toJson } from '../../source/to-json.ts'
import type { Format, SourceNode } from '../../source/tree.ts'
import { analyse } from '../analyse.ts'
import { applyCommand } from '../apply.ts'
import { openDocument } from '../open.ts'
import type { Analysis, WorkflowDocument } from '../types.ts'
import { redo, undo } from '../undo.ts'
import type { Ask, Case, Touched } from './ask.ts'
import { compareLines } from './compare-lines.ts'
import { someDag, someDagAsk } from './dag/case.ts'
import { someFlow, someFlowAsk } from './flow/case.ts'
import { someSteps, someStepsAsk } from './steps/case.ts'
import type { Page } from './page.ts'
import { printJson } from './print-json.ts'
import { printYaml } from './print-yaml.ts'
import { treeDifference } from './read-tree.ts'
import { someStyle } from './style.ts'
import { holderOf, isItems, isMap, isOpaque, isUnder, join, opaqueIn } from './tree.ts'
import type { TreeMap } from './tree.ts'

export type Named = 'dag' | 'steps' | 'flow'

const files: { readonly [Dialect in Named]: { readonly some: fc.Arbitrary<TreeMap>; readonly asks: (tree: TreeMap) => fc.Arbitrary<Ask> } } = {
  dag: { some: someDag, asks: someDagAsk },
  steps: { some: someSteps, asks: someStepsAsk },
  flow: { some: someFlow, asks: someFlowAsk },
}

/** A file of a dialect in any style, with any command. */
export function someCase(dialect: Named): fc.Arbitrary<Case> {
  return caseOf(dialect, files[dialect].some, files[dialect].asks)
}

/** A case that adds what another command can take back. A list without items is written in another way once it had one. */
export function someAddition(dialect: Named): fc.Arbitrary<Case> {
  const { some, asks } = files[dialect]
  return caseOf(dialect, some.filter(hasNodes), (tree) => asks(tree).filter(({ back }) => back !== undefined))
}

function caseOf(dialect: Named, some: fc.Arbitrary<TreeMap>, asks: (tree: TreeMap) => fc.Arbitrary<Ask>): fc.Arbitrary<Case> {
  return fc
    .record({
      style: someStyle,
      format: fc.oneof({ weight: 3, arbitrary: fc.constant<Format>('yaml') }, { weight: 1, arbitrary: fc.constant<Format>('json') }),
      of: some.chain((tree) => asks(tree).map((ask) => ({ tree, ask }))),
    })
    .map(({ of, ...rest }) => ({ dialect, ...rest, ...of, [fc.toStringMethod]: () => JSON.stringify({ dialect, ...rest }) }))
}

function hasNodes(tree: TreeMap): boolean {
  return [tree, tree['workflow']].some((holder) => isMap(holder) && ['nodes', 'steps'].some((key) => isItems(key, holder[key]) && holder[key].length > 0))
}

/** What became of a case. `broken` says which law does not hold and how. */
export type Outcome =
  | { readonly type: 'held'; readonly note: string }
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'broken'; readonly law: string; readonly problem: string; readonly texts: readonly string[] }

type Opened = { readonly page: Page; readonly document: WorkflowDocument; readonly analysis: Analysis; readonly keys: readonly string[] }

export function openCase({ tree, style, format }: Pick<Case, 'tree' | 'style' | 'format'>): Opened {
  const page = format === 'json' ? printJson(tree, style) : printYaml(tree, style)
  const document = openDocument({ text: page.text, format })
  const analysis = analyse(document)
  return { page, document, analysis, keys: keysOf(analysis) }
}

function keysOf({ view }: Analysis): string[] {
  return view.nodes.filter((node) => node.index >= 0).toSorted((a, b) => a.index - b.index).map((node) => node.key)
}

/** Carries out the command of a case and judges the outcome by the four laws. */
export function judge(one: Case): Outcome {
  const { ask, format } = one
  const { page, document, analysis, keys } = openCase(one)
  const command = ask.command(keys)
  const touch = ask.touched(page)
  const result = applyCommand(document, command, analysis)
  const texts = [JSON.stringify(command), document.text, ...(result.ok ? [result.value.text] : [])]
  const broken = (law: string, problem: string): Outcome => ({ type: 'broken', law, problem, texts })
  if (analysis.dialect !== one.dialect) return broken('0: the printed file is one of its dialect', analysis.dialect)

  if (!result.ok) {
    const { code, message } = result.diagnostics[0]!
    if (message.length < 10 || !mayRefuse(code, one, page, touch)) return broken('4: refusals have a reason', `${code}: ${message}`)
    return { type: 'refused', code }
  }
  const { wanted } = ask
  if (wanted.refused !== undefined) return broken('4: rules are kept', wanted.refused)

  const next = result.value
  const after = analyse(next, analysis)
  if (after.stale) return broken('1: the patched text parses', after.diagnostics[0]!.message)
  if (after.dialect !== one.dialect) return broken('1: the file stays one of its dialect', after.dialect)
  const difference = modelDifference(after, wanted.tree) ?? ask.check?.(after) ?? null
  if (difference !== null) return broken('1: the model is the command applied to the model', difference)
  // What a reader forgives, such as a key that is left without a value, is in no model. A `dag` has names
  // that commands clean on their way: what it means is said without a reader by its own check.
  const written = one.dialect === 'dag' ? null : treeDifference(after.source.root, wanted.tree)
  if (written !== null) return broken('1: the file holds what was asked for and nothing else', written)
  const extras = [opaqueOf(after.source.root), JSON.stringify(opaqueIn(wanted.tree).toSorted(byPart))]
  if (extras[0] !== extras[1]) return broken('1: unknown keys are kept', `${extras[0]!} for ${extras[1]!}`)
  if (next.text.startsWith('\uFEFF') !== page.text.startsWith('\uFEFF')) return broken('2: a byte order mark stays', '')

  const comments = readSource(next.text, format).comments.map((range) => next.text.slice(range.start, range.end).trimEnd())
  const lines = compareLines(page, next.text, comments, touch)
  if (lines !== null) return broken('2: no other line changes', lines)
  if (one.style.lineEnd === '\r\n' && page.text.includes('\r\n') && /[^\r]\n/.test(next.text)) return broken('2: lines end as they did', '')

  if (next === document) return { type: 'held', note: 'changed nothing' }
  if (next.revision !== 1 || next.history.done.length !== 1) return broken('3: a command is one entry', `${next.history.done.length} entries`)
  const back = undo(next)
  if (back.text !== document.text) return broken('3: undo gives back the exact text', back.text)
  if (redo(back).text !== next.text) return broken('3: redo makes the change again', redo(back).text)
  return { type: 'held', note: 'changed the text' }
}

/** Adds what the case adds and removes it again; null when it cannot be added, or leaves the file written in another way. */
export function judgeAddRemove(one: Case): Outcome | null {
  const { ask } = one
  if (ask.back === undefined) return null
  const { page, document, analysis, keys } = openCase(one)
  const added = applyCommand(document, ask.command(keys), analysis)
  if (!added.ok) return null
  const between = analyse(added.value)
  const command = ask.back(page, between, keys)
  if (command === null) return null
  const removed = applyCommand(added.value, command, between)
  const texts = [document.text, added.value.text, ...(removed.ok ? [removed.value.text] : [])]
  if (!removed.ok) {
    const { code, message } = removed.diagnostics[0]!
    return isHardToWrite(one) && code !== 'refused/rule' ? { type: 'refused', code } : { type: 'broken', law: '3: what was added can be removed', problem: message, texts }
  }
  // One line end may stay, where the file had no final one.
  const { text } = removed.value
  const same = text === document.text || (!/[\r\n]$/.test(document.text) && text.replace(/\r?\n$/, '') === document.text)
  return same ? { type: 'held', note: `${ask.type} and back` } : { type: 'broken', law: '3: add then remove gives back the same bytes', problem: ask.type, texts }
}

/** Two commands, the second asked of what the first leaves. */
export type Pair = Case & { readonly second: Ask }

export function somePair(dialect: Named): fc.Arbitrary<Pair> {
  return someCase(dialect).chain((one) => {
    const { wanted } = one.ask
    return files[dialect].asks(wanted.refused === undefined ? wanted.tree : one.tree).map((second) => ({ ...one, second }))
  })
}

/** A batch is its commands one after another, in one entry of the history; null when one of them cannot be done. */
export function judgeBatch(one: Pair): Outcome | null {
  const { document, analysis, keys } = openCase(one)
  const first = one.ask.command(keys)
  const then = applyCommand(document, first, analysis)
  if (!then.ok) return null
  const between = analyse(then.value)
  const second = one.second.command(keysOf(between))
  const apart = applyCommand(then.value, second, between)
  const batch = applyCommand(document, { type: 'batch', label: 'Both', commands: [first, second] }, analysis)
  const texts = [JSON.stringify([first, second]), document.text, ...(apart.ok ? [apart.value.text] : []), ...(batch.ok ? [batch.value.text] : [])]
  const broken = (problem: string): Outcome => ({ type: 'broken', law: '3: a batch is its commands', problem, texts })
  if (!batch.ok) return apart.ok ? broken(batch.diagnostics[0]!.message) : { type: 'refused', code: batch.diagnostics[0]!.code }
  if (!apart.ok || batch.value.text !== apart.value.text) return broken('one after another they give another text')
  if (batch.value.history.done.length > 1) return broken('it is more than one entry')
  if (undo(batch.value).text !== document.text) return broken('undo does not give back the text')
  return { type: 'held', note: 'as one entry' }
}

/** The closed list of reasons, each with what in the file or in the command gives it. */
function mayRefuse(code: string, one: Case, page: Page, touch: Touched): boolean {
  const { ask, format, style } = one
  switch (code) {
    case 'refused/rule':
      return ask.wanted.refused !== undefined || (ask.type === 'setComment' && format === 'json')
    case 'refused/anchor':
    case 'refused/alias':
    case 'refused/merge-key':
    case 'refused/tag': {
      // Nothing can stand against what changes nothing. A note is in no tree, and one of two that are the same may change its place.
      if (touch.note === undefined && touch.moved === undefined && ask.wanted.refused === undefined && canonical(ask.wanted.tree) === canonical(one.tree)) return false
      const named = [...touch.under, ...touch.just, ...touch.gone, ...(touch.note === undefined ? [] : [touch.note]), ...(touch.moved === undefined ? [] : [touch.moved])]
      return [...page.guarded].some((part) => isUnder(part, named) || named.some((each) => isUnder(each, [part])))
    }
    case 'refused/flow-comment':
      return format === 'yaml' && (style.flowComments || (touch.note !== undefined && page.flow.has(holderOf(touch.note))))
    // A text that parses has no syntax error, and the printed files double no key.
    default:
      return false
  }
}

/** May the way the file is written stand against a command, beside the rules? */
function isHardToWrite({ style, format }: Case): boolean {
  return format === 'yaml' && (style.anchors || style.tags || style.merges || style.flowComments)
}

/** How the model of a text differs from that of a wanted file, freshly written and read; null when it does not. */
function modelDifference({ reading, dialect }: Analysis, wanted: TreeMap): string | null {
  const source = readSource(renderJson(wanted as Json), 'json')
  const read = dialectOf(source) === dialect ? dialectNamed(dialect).read(source).model : null
  const [found, asked] = [canonical(reading!.model), canonical(read)]
  return found === asked ? null : `${found} for ${asked}`
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    (typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part))
}

function byPart([a]: readonly [string, Json], [b]: readonly [string, Json]): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What stands under unknown keys in a tree; the base of merge keys aside. */
function opaqueOf(root: SourceNode | null): string {
  const found: [string, Json][] = []
  const walk = (written: SourceNode | null, part: string): void => {
    const node = resolve(written)
    if (node?.kind === 'list') node.items.forEach((item, i) => walk(item.value, join(part, i)))
    if (node?.kind !== 'map') return
    for (const entry of node.entries) {
      const name = entry.name ?? ''
      if (name === 'x-base') continue
      if (isOpaque(name)) found.push([join(part, name), toJson(entry.value)])
      else walk(entry.value, join(part, name))
    }
  }
  walk(root, '')
  return JSON.stringify(found.toSorted(byPart))
}

/** A broken case in words, its texts made visible. */
export function show(outcome: Extract<Outcome, { type: 'broken' }>): string {
  const texts = outcome.texts.map((text) => text.replaceAll('\r', '\\r').replaceAll('\t', '→').replaceAll(' \n', '·\n').replaceAll('\uFEFF', '<BOM>'))
  return `law ${outcome.law}\n${outcome.problem}\n${texts.map((text) => `-----\n${text}`).join('\n')}\n-----`
}
