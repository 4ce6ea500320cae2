import { useEffect, useMemo, useState } from 'react'
import type { Analysis } from '../../core/index.ts'
import { useDocument, useSession } from '../state/index.ts'

/** From this many nodes on, a form follows the text when there is time for it, never between two keys. */
const LARGE = 2000
const PAUSE = 300

/**
 * What the forms show: the analysis of the current text, or of a slightly older one while somebody types in a
 * large file. What the server found in that text is among its problems.
 */
export function useFormAnalysis(): Analysis | null {
  const { document } = useSession()
  const projection = useDocument((state) => state.projection)
  const large = (projection?.view.nodes.length ?? 0) > LARGE
  const [held, setHeld] = useState<{ readonly analysis: Analysis | null; readonly path: string | null }>({ analysis: null, path: null })
  useEffect(() => {
    if (!large) return
    const timer = setTimeout(() => setHeld({ analysis: document.analysis(), path: document.getState().path }), PAUSE)
    return () => clearTimeout(timer)
  }, [document, projection, large])
  const now = projection ? (large ? (held.path === document.getState().path ? held.analysis : null) : document.analysis()) : null
  const live = document.getState().projection
  const diagnostics = live !== null && now !== null && live.revision === now.revision ? live.diagnostics : now?.diagnostics
  return useMemo(() => (now && diagnostics && now.diagnostics !== diagnostics ? { ...now, diagnostics } : now), [now, diagnostics])
}
