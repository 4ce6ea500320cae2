import type { Diagnostic, Result } from '../diagnostic.ts'
import { convert } from '../convert/text.ts'
import { toFlow } from '../convert/to-flow.ts'
import type { Command } from '../dialects/command.ts'
import { readSource } from '../source/read.ts'
import { lineStarts, positionAt } from '../text/lines.ts'
import { analyse } from './analyse.ts'
import { carryOutOne, draftOf, follow } from './draft.ts'
import type { Draft } from './draft.ts'
import { editFormat, editText } from './edit.ts'
import { labelOfCommand } from './label.ts'
import { pasteInto } from './paste.ts'
import { noteSource } from './read-already.ts'
import type { Analysis, EditMeta, WorkflowDocument } from './types.ts'

/**
 * Does what a user asks for, as the smallest edit of the text and one entry of the history. A command
 * that changes nothing gives back the same document. One that cannot be done changes nothing and says
 * why: every diagnostic is of the family `refused/`, and a batch is done whole or not at all.
 *
 * @param analysis the last one made of the document; when it lags, the text is analysed first.
 * @param meta who asks and how it is entered in the history; by default the canvas, labelled by the command.
 */
export function applyCommand(
  document: WorkflowDocument,
  command: Command,
  analysis?: Analysis,
  meta?: Partial<EditMeta>,
): Result<WorkflowDocument> {
  const applied = applyNoting(document, command, analysis, meta)
  return applied.ok ? { ok: true, value: applied.value.document } : applied
}

export type Applied = {
  readonly document: WorkflowDocument
  /** What could not be carried over, as warnings: comments lost on the way to JSON, references to what is not here. */
  readonly notices: readonly Diagnostic[]
}

/** `applyCommand`, telling what it could not carry over as well. */
export function applyNoting(document: WorkflowDocument, command: Command, analysis?: Analysis, meta?: Partial<EditMeta>): Result<Applied> {
  const current = analyse(document, analysis)
  if (current.stale || current.reading === null) return refusedAsBroken(current)
  const drafted = carryOut(draftOf(current.reading), command)
  if (!drafted.ok) return drafted
  const { edits, source, notices } = drafted.value
  const entry: EditMeta = { origin: 'canvas', ...meta, label: meta?.label ?? labelOfCommand(command) }
  return { ok: true, value: { document: noteSource(editFormat(document, edits, source.format, entry), source), notices } }
}

export type PasteOutcome = {
  readonly document: WorkflowDocument
  /** The keys of the new nodes, in file order: to be selected. */
  readonly keys: readonly string[]
  /** What could not be taken along, as warnings. */
  readonly notices: readonly Diagnostic[]
  /** Ids that were taken here already, and what the nodes are called instead. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** Variables that were set already, and what the new nodes set instead. */
  readonly outputs: readonly { readonly from: string; readonly to: string }[]
}

/**
 * The command `paste`, telling what came of it as well: the keys of the new nodes, and which references
 * were left behind because what they name does not exist here.
 */
export function pasteNodes(
  document: WorkflowDocument,
  paste: { readonly text: string; readonly after?: string },
  analysis?: Analysis,
  meta?: Partial<EditMeta>,
): Result<PasteOutcome> {
  const current = analyse(document, analysis)
  if (current.stale || current.reading === null) return refusedAsBroken(current)
  const pasted = pasteInto(draftOf(current.reading), paste.text, paste.after)
  if (!pasted.ok) return pasted
  const { draft, keys, notices, renamed, outputs } = pasted.value
  const label = `Paste ${keys.length === 1 ? keys[0]! : `${keys.length} nodes`}`
  const changed = editText(document, draft.edits, { origin: 'canvas', label, selectionAfter: { nodes: keys }, ...meta })
  return { ok: true, value: { document: changed, keys, notices, renamed, outputs } }
}

function carryOut(draft: Draft, command: Command): Result<Draft> {
  switch (command.type) {
    case 'batch': {
      let result: Result<Draft> = { ok: true, value: draft }
      for (const each of command.commands) {
        result = carryOut(result.value, each)
        if (!result.ok) return result
      }
      return result
    }
    case 'setFormat': {
      const { source } = draft
      if (command.format === source.format) return { ok: true, value: draft }
      const converted = convert(source, command.format)
      if (!converted.ok) return converted
      const { text, diagnostics } = converted.value
      const edits = [{ range: { start: 0, end: source.text.length }, text }]
      return { ok: true, value: follow(draft, edits, readSource(text, command.format), diagnostics) }
    }
    case 'toFlow': {
      const flow = toFlow(draft.reading())
      return flow.ok ? { ok: true, value: follow(draft, flow.value.edits, flow.value.source) } : flow
    }
    case 'paste': {
      const pasted = pasteInto(draft, command.text, command.after)
      if (!pasted.ok) return pasted
      return { ok: true, value: { ...pasted.value.draft, notices: [...draft.notices, ...pasted.value.notices] } }
    }
    default:
      return carryOutOne(draft, command)
  }
}

function refusedAsBroken({ source }: Analysis): Result<never> {
  const fault = source.diagnostics.find(({ severity }) => severity === 'error')
  const range = fault?.range
  const place = range === undefined ? {} : { range }
  // Nothing in a text that is too large is there to be mended.
  if (fault?.code === 'text/too-large') return refused(fault.message, place)
  const where = range === undefined ? 'it' : `line ${positionAt(lineStarts(source.text), range.start).line}`
  return refused(`The text does not parse: mend ${where} first.`, place)
}

function refused(message: string, place: Pick<Diagnostic, 'range'> = {}): Result<never> {
  return { ok: false, diagnostics: [{ code: 'refused/syntax', severity: 'error', message, path: [], ...place }] }
}
