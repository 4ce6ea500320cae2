import { useMemo } from 'react'
import { variablesIn, type Analysis, type Dialect, type OfferedVariable, type Path, type TemplateValue } from '../../core/index.ts'
import { useRun } from '../state/index.ts'

/** What a template field knows of the place that it stands at. */
export type TemplateDesk = {
  /** The variables that exist there, the nearest first. */
  readonly variables: readonly OfferedVariable[]
  /** What they held in a run, and which run and visit that was; null without one. */
  readonly data: { readonly values: ReadonlyMap<string, TemplateValue>; readonly run: string; readonly visit: number | null } | null
}

/**
 * For every template of a form: what it may read, and what that held in the run that is shown. `after`: of
 * an edge, which is asked once the node is done.
 */
export function useTemplateDesk(analysis: Analysis, dialect: Dialect): (path: Path, node: string, after?: boolean) => TemplateDesk {
  const run = useRun((state) => state.current)
  return useMemo(() => {
    const idOf = new Map(analysis.view.nodes.map(({ key, id }) => [key, id]))
    return (path, node, after = false) => {
      const id = idOf.get(node) ?? node
      const known = analysis.reading ? dialect.variablesAt(analysis.reading, path) : null
      const found = run && variablesIn(run, id, after)
      return {
        variables: (known ?? []).map(({ name, setBy }) => ({ name, detail: setBy.length === 0 ? 'what started the run' : `from ${setBy.join(', ')}` })),
        data: found && run && { values: found.values, run: run.run, visit: found.visit },
      }
    }
  }, [analysis, dialect, run])
}
