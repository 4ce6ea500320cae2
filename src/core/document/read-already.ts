import type { Source } from '../source/tree.ts'
import type { WorkflowDocument } from './types.ts'

/** A command reads what it wrote before it is done: that reading serves the analysis that follows. */
const sources = new WeakMap<WorkflowDocument, Source>()

/** Notes the tree of a document's text, which was read on the way to it. */
export function noteSource(document: WorkflowDocument, source: Source): WorkflowDocument {
  if (source.text === document.text && source.format === document.format) sources.set(document, source)
  return document
}

export function sourceAtHand(document: WorkflowDocument): Source | undefined {
  return sources.get(document)
}
