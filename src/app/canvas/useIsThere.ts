import { useCallback, useState } from 'react'
import { useSession } from '../state/index.ts'

/**
 * Is the node that a field came up for still there, in the file that was open then? Keys say the same for nodes of
 * every file: what was typed for one must not be written to its namesake in another.
 */
export function useIsThere(nodeKey: string): () => boolean {
  const { document } = useSession()
  const [opened] = useState(() => document.getState().opened)
  return useCallback(() => {
    const state = document.getState()
    return state.opened === opened && state.projection?.view.nodes.some(({ key }) => key === nodeKey) === true
  }, [document, opened, nodeKey])
}
