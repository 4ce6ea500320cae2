import { mapOffset, minimalEdit, type Diagnostic } from '../../core/index.ts'
import type { Projection } from '../../core/index.ts'

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
    if (edit.range.start <= range.end && edit.range.end >= range.start) return []
    return [{ ...problem, range: { start: mapOffset([edit], range.start, 'after'), end: mapOffset([edit], range.end, 'before') } }]
  })
  if (kept.length === 0) return projection
  const place = ({ range }: Diagnostic): number => range?.start ?? 0
  return { ...projection, diagnostics: [...projection.diagnostics, ...kept].toSorted((left, right) => place(left) - place(right)) }
}
