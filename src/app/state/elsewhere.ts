import { mapOffset, minimalEdit, type Diagnostic, type Projection, type Range, type TextEdit } from '../../core/index.ts'

/** What the server found in a text: problems that need its tools, agents and models. */
export type Elsewhere = { readonly text: string; /** The nodes that the text had, by key. */ readonly keys: readonly string[]; readonly diagnostics: readonly Diagnostic[] }

/**
 * A projection with what the server found, until it is asked again: where the nodes are the same still, problems
 * outside of what was typed stay in their places; all others go.
 */
export function withElsewhere(projection: Projection, text: string, found: Elsewhere | null): Projection {
  if (found === null || found.diagnostics.length === 0 || projection.stale) return projection
  const { nodes } = projection.view
  if (nodes.length !== found.keys.length || nodes.some(({ key }, index) => key !== found.keys[index])) return projection
  const edit = minimalEdit(found.text, text)
  const kept = edit === null ? found.diagnostics : found.diagnostics.flatMap((problem) => {
    const { range } = problem
    if (range === undefined) return [problem]
    if (meets(range, edit.range)) return []
    const fixes = (problem.fixes ?? []).filter(({ edits }) => edits.every((own) => !meets(own.range, edit.range))).map((fix) => ({ ...fix, edits: fix.edits.map((own) => ({ ...own, range: moved(own.range, edit) })) }))
    return [{ ...problem, range: moved(range, edit), ...(problem.fixes && { fixes }) }]
  })
  if (kept.length === 0) return projection
  const place = ({ range }: Diagnostic): number => range?.start ?? 0
  return { ...projection, diagnostics: [...projection.diagnostics, ...kept].toSorted((left, right) => place(left) - place(right)) }
}

function meets(a: Range, b: Range): boolean {
  return a.start <= b.end && b.start <= a.end
}

function moved({ start, end }: Range, edit: TextEdit): Range {
  return { start: mapOffset([edit], start, 'after'), end: mapOffset([edit], end, start === end ? 'after' : 'before') }
}
