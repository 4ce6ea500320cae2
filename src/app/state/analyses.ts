import type { Analysis, Command, EditMeta, Result, WorkflowDocument } from '../../core/index.ts'
import type { Analyst } from './analyst.ts'
import type { DocumentCore, Edited, Reader } from './core.ts'

/** A command that was tried on a document, and what came of it. */
type Trial = { readonly document: WorkflowDocument; readonly name: string; readonly edited: Edited; readonly after: Analysis }

/** The analyses of the open document that are worth keeping: each is made once. */
export type Analyses = {
  /** Of this text: kept, or made of the last one. */
  of(document: WorkflowDocument, reader: Reader): Analysis
  /** Of this text if it is there. */
  known(document: WorkflowDocument): Analysis | null
  /** The last that was made, of whatever text. */
  last(): Analysis | null
  /** The command carried out, as it was when it was tried on this same text, if it was. */
  carryOut(document: WorkflowDocument, command: Command, entry: EditMeta, reader: Reader): Result<Edited>
  /** What a command would make of the document; null when it is refused. */
  tryOut(document: WorkflowDocument, command: Command, entry: EditMeta, reader: Reader): { readonly before: Analysis; readonly after: Analysis } | null
  /** The document has changed: what was tried on it is of no use. */
  dropTrial(): void
  /** Another document is shown, and this is what is known of it. */
  begin(analysis: Analysis | null): void
}

export function createAnalyses(core: Pick<DocumentCore, 'edit'>, analyst: Pick<Analyst, 'isLarge'>): Analyses {
  let full: Analysis | null = null
  /** Before the last change: undo comes back to it. */
  let former: Analysis | null = null
  let trial: Trial | null = null

  function of(document: WorkflowDocument, reader: Reader): Analysis {
    if (full?.revision === document.revision) return full
    const again = former !== null && !former.stale && former.source.text === document.text && former.format === document.format
    const next = again && former !== null ? { ...former, revision: document.revision } : reader.analyse(document, full)
    former = analyst.isLarge(document) ? null : full
    full = next
    return full
  }

  return {
    of,
    known: ({ revision }) => (full?.revision === revision ? full : null),
    last: () => full,
    carryOut(document, command, entry, reader) {
      const tried = trial?.document === document && trial.name === JSON.stringify(command) ? trial : null
      trial = null
      if (!tried) return reader.command(document, of(document, reader), command, entry)
      const { edits, notices, document: changed } = tried.edited
      const edited = core.edit(document, edits, { ...entry, label: entry.label ?? reader.label(command) }, changed.format)
      former = full
      full = tried.after
      return { ok: true, value: { ...edited, ...(notices && { notices }) } }
    },
    tryOut(document, command, entry, reader) {
      const before = of(document, reader)
      const name = JSON.stringify(command)
      if (trial?.document === document && trial.name === name) return { before, after: trial.after }
      const result = reader.command(document, before, command, entry)
      if (!result.ok) return null
      const after = reader.analyse(result.value.document, before)
      if (result.value.document !== document) trial = { document, name, edited: result.value, after }
      return { before, after }
    },
    dropTrial: () => void (trial = null),
    begin(analysis) {
      full = analysis
      former = null
      trial = null
    },
  }
}
