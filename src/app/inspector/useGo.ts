import { useSession } from '../state/index.ts'

/** Goes to the node with an id: selected, in sight, and with the keyboard on it. */
export function useGo(): (id: string) => void {
  const { document, view } = useSession()
  return (id) => {
    const node = document.getState().projection?.view.nodes.find((each) => each.id === id || each.key === id)
    if (!node) return view.dispatch({ type: 'announce', text: `No node is called ${id}.` })
    view.dispatch({ type: 'select', nodes: [node.key] })
    view.dispatch({ type: 'request', request: { type: 'revealNode', key: node.key, focus: true } })
  }
}
