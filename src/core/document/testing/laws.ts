import fc from 'fast-check'
import type { DagDefinition } from '../../dialects/dag/definition.ts'
import { readSource } from '../../source/read.ts'
import type { Format } from '../../source/tree.ts'
import { analyse } from '../analyse.ts'
import { applyCommand } from '../apply.ts'
import { openDocument } from '../open.ts'
import type { Analysis, WorkflowDocument } from '../types.ts'
import { redo, undo } from '../undo.ts'
import { compareLines } from './compare-lines.ts'
import { commandOf, someIntent } from './intents.ts'
import { meaningOf, meant } from './meaning.ts'
import type { Intent, Meaning } from './meaning.ts'
import type { Page } from './page.ts'
import { somePlain } from './plain.ts'
import type { Plain } from './plain.ts'
import { printJson } from './print-json.ts'
import { printYaml } from './print-yaml.ts'
import { plainOf } from './read-plain.ts'
import { someStyle } from './style.ts'
import type { Style } from './style.ts'
import { touched } from './touched.ts'

/** A definition, the way its file is written, and what is asked of it. */
export type Case = { readonly plain: Plain; readonly style: Style; readonly format: Format; readonly intent: Intent }

export const someCase: fc.Arbitrary<Case> = somePlain.chain((plain) =>
  fc.record({
    plain: fc.constant(plain),
    style: someStyle,
    format: fc.oneof({ weight: 3, arbitrary: fc.constant<Format>('yaml') }, { weight: 1, arbitrary: fc.constant<Format>('json') }),
    intent: someIntent(plain),
  }),
)

/** What became of a case. `broken` says which law does not hold and how. */
export type Outcome =
  | { readonly type: 'held'; readonly note: string }
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'broken'; readonly law: string; readonly problem: string; readonly texts: readonly string[] }

const REFUSALS = new Set(['refused/anchor', 'refused/alias', 'refused/merge-key', 'refused/tag', 'refused/flow-comment', 'refused/duplicate-key', 'refused/syntax', 'refused/rule'])

type Opened = { readonly page: Page; readonly document: WorkflowDocument; readonly analysis: Analysis; readonly keys: readonly string[] }

export function openCase({ plain, style, format }: Omit<Case, 'intent'>): Opened {
  const page = format === 'json' ? printJson(plain, style) : printYaml(plain, style)
  const document = openDocument({ text: page.text, format })
  const analysis = analyse(document)
  const keys = analysis.view.nodes.filter((node) => node.index >= 0).toSorted((a, b) => a.index - b.index).map((node) => node.key)
  return { page, document, analysis, keys }
}

/** Carries out the command of a case and judges the outcome by the four laws. */
export function judge(one: Case): Outcome {
  const { plain, format, intent } = one
  const { page, document, analysis, keys } = openCase(one)
  const command = commandOf(intent, keys)
  const wanted = meant(plain, intent)
  const result = applyCommand(document, command, analysis)
  const texts = [JSON.stringify(command), document.text, ...(result.ok ? [result.value.text] : [])]
  const broken = (law: string, problem: string): Outcome => ({ type: 'broken', law, problem, texts })

  if (!result.ok) {
    const { code, message } = result.diagnostics[0]!
    if (!REFUSALS.has(code) || message.length < 10) return broken('4: refusals are of the closed list', `${code}: ${message}`)
    const forbidden = wanted.refused !== undefined || (intent.type === 'setComment' && format === 'json')
    // A place that could not be written to for no reason at all would be a fault of the patch.
    if (code === 'refused/syntax') return broken('4: refusals have a reason', `${code}: ${message}`)
    if (code === 'refused/rule' ? !forbidden : !isGuarded(one) && !(code === 'refused/flow-comment' && intent.type === 'setComment' && page.flow.has('nodes'))) return broken('4: refusals have a reason', `${code}: ${message}`)
    return { type: 'refused', code }
  }
  if (wanted.refused !== undefined) return broken('4: rules are kept', wanted.refused)

  const next = result.value
  const after = analyse(next, analysis)
  if (after.stale) return broken('1: the patched text parses', after.diagnostics[0]!.message)
  const difference = differenceOf(meaningIn(after), meaningOf(wanted.plain))
  if (difference !== null) return broken('1: the model is the command applied to the model', difference)
  const read = plainOf(after.source)
  const extras = (of: Plain): string => JSON.stringify([of.extra, ...of.nodes.map((node) => node.extra)])
  if (extras(read) !== extras(wanted.plain)) return broken('1: unknown keys are kept', `${extras(read)} for ${extras(wanted.plain)}`)
  if (intent.type === 'setComment') {
    const { note } = after.view.nodes.find((node) => node.index === intent.node)!
    if (note !== intent.text) return broken('1: the note is the one that was set', `${String(note)} for ${String(intent.text)}`)
  }
  if (next.text.startsWith('\uFEFF') !== page.text.startsWith('\uFEFF')) return broken('2: a byte order mark stays', '')

  const comments = readSource(next.text, format).comments.map((range) => next.text.slice(range.start, range.end).trimEnd())
  const lines = compareLines(page, next.text, comments, touched(plain, intent, page), plain)
  if (lines !== null) return broken('2: no other line changes', lines)

  if (next === document) return { type: 'held', note: 'changed nothing' }
  if (next.revision !== 1 || next.history.done.length !== 1) return broken('3: a command is one entry', `${next.history.done.length} entries`)
  const back = undo(next)
  if (back.text !== document.text) return broken('3: undo gives back the exact text', back.text)
  if (redo(back).text !== next.text) return broken('3: redo makes the change again', redo(back).text)
  return { type: 'held', note: 'changed the text' }
}

/** Adds what the case adds and removes it again; null when the case adds nothing that could be. */
export function judgeAddRemove(one: Case): Outcome | null {
  const { plain, intent } = one
  if (intent.type !== 'add' && intent.type !== 'connect') return null
  const { page, document, analysis, keys } = openCase(one)
  const added = applyCommand(document, commandOf(intent, keys), analysis)
  if (!added.ok) return null
  const between = analyse(added.value)
  let command
  if (intent.type === 'add') {
    // The list of a file without nodes becomes a block list, and loses its key when it becomes empty.
    if (plain.nodes.length === 0 && (page.bare.has('nodes') || page.flow.has('nodes'))) return null
    // References that named no node are cleaned together with the node that they came to name.
    if (analysis.view.nodes.some((node) => node.ghost === true && node.id.normalize('NFC') === intent.node.id.trim().normalize('NFC'))) return null
    const index = intent.after === undefined ? keys.length : intent.after + 1
    command = { type: 'remove' as const, nodes: [between.view.nodes.find((node) => node.index === index)!.key] }
  } else {
    // A single text becomes a list; one that is written first is a flow list, and stays as `[]`.
    const [holder, field] = intent.kind === 'need' ? ([intent.to, 'needs'] as const) : ([intent.from, 'routes'] as const)
    if (plain.nodes[holder]![field] === undefined || page.bare.has(`nodes/${holder}/${field}`)) return null
    command = { type: 'disconnect' as const, from: keys[intent.from]!, to: keys[intent.to]!, kind: intent.kind }
  }
  const removed = applyCommand(added.value, command, between)
  const texts = [document.text, added.value.text, ...(removed.ok ? [removed.value.text] : [])]
  if (!removed.ok) {
    const { code, message } = removed.diagnostics[0]!
    return isGuarded(one) && code !== 'refused/rule' ? { type: 'refused', code } : { type: 'broken', law: '3: what was added can be removed', problem: message, texts }
  }
  // One line end may stay, where the file had no final one.
  const { text } = removed.value
  const same = text === document.text || (!/[\r\n]$/.test(document.text) && text.replace(/\r?\n$/, '') === document.text)
  return same ? { type: 'held', note: `${intent.type} and back` } : { type: 'broken', law: '3: add then remove gives back the same bytes', problem: intent.type, texts }
}

/** May the way the file is written stand against a command, beside the rules? */
function isGuarded({ style, format }: Case): boolean {
  return format === 'yaml' && (style.anchors || style.tags || style.merges || style.flowComments)
}

function meaningIn(analysis: Analysis): Meaning {
  return meaningOf(analysis.reading!.model as DagDefinition)
}

function differenceOf(found: Meaning, wanted: Meaning): string | null {
  const at = [found, wanted].map((meaning) => [{ name: meaning.name, description: meaning.description }, ...meaning.nodes].map((part) => JSON.stringify(part)))
  const index = at[0]!.findIndex((part, i) => part !== at[1]![i])
  if (index >= 0) return `${at[0]![index]!} for ${at[1]![index] ?? 'nothing'}`
  return at[0]!.length === at[1]!.length ? null : `${at[0]!.length - 1} nodes for ${at[1]!.length - 1}`
}

/** A broken case in words, its texts made visible. */
export function show(outcome: Extract<Outcome, { type: 'broken' }>): string {
  const texts = outcome.texts.map((text) => text.replaceAll('\r', '\\r').replaceAll(' \n', '·\n').replaceAll('\uFEFF', '<BOM>'))
  return `law ${outcome.law}\n${outcome.problem}\n${texts.map((text) => `-----\n${text}`).join('\n')}\n-----`
}
