import { editFormat, editText, entryToRedo, entryToUndo, openDocument, redo, sealHistory, undo } from '../../core/index.ts'
import type { DocumentCore, Reader } from './core.ts'
import { drain } from './drain.ts'
import { formatOfName } from './formatWork.ts'

/** The core's functions in the shape that the stores use, with its reader or what fetches that. */
export function createDocumentCore(reader: Reader | (() => Promise<Reader>)): DocumentCore {
  return {
    open: (text, { name, format }) => openDocument({ text, name, format: format ?? formatOfName(name) }),
    edit(document, edits, meta, format) {
      const after = format === undefined ? editText(document, edits, meta) : editFormat(document, edits, format, meta)
      return { document: after, edits: after === document ? [] : edits }
    },
    seal: sealHistory,
    undo(document) {
      const entry = entryToUndo(document)
      return entry ? { document: undo(document), edits: entry.inverse, ...(entry.selection && { selection: entry.selection }) } : null
    },
    redo(document) {
      const entry = entryToRedo(document)
      return entry ? { document: redo(document), edits: entry.edits, ...(entry.selectionAfter && { selection: entry.selectionAfter }) } : null
    },
    ...lateReader(reader),
  }
}

function lateReader(given: Reader | (() => Promise<Reader>)): Pick<DocumentCore, 'reader' | 'load' | 'onArrival' | 'onceThere'> {
  const waiting = new Set<() => void>()
  const fetch = typeof given === 'function' ? given : () => Promise.resolve(given)
  let there = typeof given === 'function' ? null : given
  let loading: Promise<Reader> | null = null

  function load(): Promise<Reader> {
    if (there !== null) return Promise.resolve(there)
    loading ??= fetched().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }

  async function fetched(): Promise<Reader> {
    there = await fetch()
    // In the order in which it was asked for.
    drain(waiting)
    return there
  }

  function onArrival(work: () => void): () => void {
    if (there !== null) {
      work()
      return () => {}
    }
    // The same work may be asked for twice.
    const mine = () => work()
    waiting.add(mine)
    return () => waiting.delete(mine)
  }

  return {
    reader: () => there,
    load,
    onArrival,
    onceThere(work) {
      onArrival(work)
      // Whoever shows something that needs it says that it could not be loaded; what waits goes on waiting.
      if (there === null) load().catch(() => {})
    },
  }
}
