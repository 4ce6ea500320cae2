import { inFileOrder } from '../dialects/problems.ts'
import { dialectFor, problemsOf } from '../dialects/registry.ts'
import { isWhole } from '../source/find.ts'
import { readSource } from '../source/read.ts'
import { rereadSpans } from '../source/patch/reread.ts'
import type { Format, Source } from '../source/tree.ts'
import { minimalEdit } from '../text/minimal.ts'
import { keepView } from './keep.ts'
import { sourceAtHand } from './read-already.ts'
import type { Analysis, WorkflowDocument } from './types.ts'

const EMPTY_VIEW = { nodes: [], edges: [], levels: [] }

/**
 * All that is known of a document: its tree, its definition, what is drawn, what is wrong. The same
 * on the main thread, in a worker and on the command line; it never throws, whatever the text.
 *
 * @param previous the last analysis of the same document. While the text does not parse, its reading
 *   and its view are kept and marked stale; parts of its view that did not change are the same objects.
 */
export function analyse(document: WorkflowDocument, previous?: Analysis): Analysis {
  const { text, format, revision } = document
  if (previous !== undefined && previous.format === format && previous.source.text === text) {
    return previous.revision === revision ? previous : { ...previous, revision }
  }
  const source = sourceAtHand(document) ?? read(text, format, previous)
  if (!isWhole(source)) {
    return {
      revision,
      format,
      dialect: previous?.dialect ?? dialectFor(source).name,
      source,
      reading: previous?.reading ?? null,
      view: previous?.view ?? EMPTY_VIEW,
      diagnostics: source.diagnostics,
      stale: true,
    }
  }
  const dialect = dialectFor(source)
  const reading = dialect.read(source, previous?.dialect === dialect.name ? (previous.reading ?? undefined) : undefined)
  const view = dialect.project(reading)
  return {
    revision,
    format,
    dialect: dialect.name,
    source,
    reading,
    view: previous === undefined ? view : keepView(previous.view, view),
    diagnostics: inFileOrder([...source.diagnostics, ...problemsOf(dialect, reading)]),
    stale: false,
  }
}

/** Reads what changed since the last text that parsed, where that can be told from the lines around it, else all. */
function read(text: string, format: Format, previous: Analysis | undefined): Source {
  const base = previous?.reading?.source
  if (base?.format === format) {
    const edit = minimalEdit(base.text, text)
    if (edit === null) return base
    const source = rereadSpans(base, text, [edit])
    if (source !== null) return source
  }
  return readSource(text, format)
}
