import type { Diagnostic, Result } from '../diagnostic.ts'
import type { Command } from '../dialects/command.ts'
import type { Analysis } from '../document/types.ts'
import type { Range } from '../text/edit.ts'
import { nameAt, namesLike, wordRange } from './names.ts'

/** What a rename at an offset would rename. */
export type Renaming = {
  /** The name that is replaced, without quotes. */
  readonly range: Range
  readonly name: string
  /** Every place that changes along. */
  readonly places: readonly Range[]
  /** The command that renames: references follow, comments and layout stay. */
  command(to: string): Command
}

/** What can be renamed at an offset, or why nothing can. Nodes can, by their id or by any reference to it; variables by their name or by any template that reads it. */
export function renamingAt(analysis: Analysis, offset: number): Result<Renaming> {
  if (analysis.stale) return refuse('The text does not parse. Mend it first.')
  const at = nameAt(analysis, offset)
  if (!at) return refuse('Put the caret on the id of a node to rename it.')
  const { text } = analysis.source
  if (at.kind === 'variable') {
    const places = namesLike(analysis, at)
    const range = wordRange(text, at.range)
    const name = text.slice(range.start, range.end)
    if (!places.some(({ role }) => role === 'definition')) return refuse(`No node of this file sets \`${name}\`.`)
    return { ok: true, value: { range, name, places: places.map((place) => wordRange(text, place.range)), command: (to) => ({ type: 'renameOutput', from: at.key, to }) } }
  }
  const node = at.kind === 'node' ? analysis.view.nodes.find(({ key }) => key === at.key) : undefined
  if (!node) return refuse(at.kind === 'anchor' ? 'Anchors are renamed by hand.' : 'It is made elsewhere; this file only names it.')
  if (node.ghost) return refuse(`No node is called \`${node.id}\`. Add it first, or change the name to that of a node.`)
  return {
    ok: true,
    value: {
      range: wordRange(text, at.range),
      name: node.id,
      places: namesLike(analysis, at).map(({ range }) => wordRange(text, range)),
      command: (to) => ({ type: 'rename', node: node.key, to }),
    },
  }
}

function refuse(message: string): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [{ code: 'refused/rule', severity: 'error', message, path: [] }] }
}
