import { memo, useEffect, useState } from 'react'
import type { GraphView } from '../../core/index.ts'
import { Keys, Prose } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'
import { useCanvas, useCanvasStore } from './canvasStore.ts'
import { focusNode } from './focusNode.ts'

/**
 * Connecting by keyboard: after C the arrow keys go through the nodes in the order of the file, Enter
 * draws the thread to the one that is marked, Escape gives up.
 */
export const KeyboardConnect = memo(function KeyboardConnect({ view }: { readonly view: GraphView }) {
  const from = useCanvas((state) => state.connecting)
  return from === null ? null : <ConnectFrom key={from} from={from} view={view} />
})

function ConnectFrom({ from, view }: { readonly from: string; readonly view: GraphView }) {
  const session = useSession()
  const canvas = useCanvasStore()
  // First the next node that may be the end.
  const [target, setTarget] = useState<string | null>(() => {
    const keys = othersOf(view, from, session.graph.refuseEdge(from, from) === null)
    return keys.find((key) => session.graph.refuseEdge(from, key) === null) ?? keys[0] ?? null
  })
  const reason = target !== null ? session.graph.refuseEdge(from, target) : null

  useEffect(() => {
    const others = othersOf(view, from, session.graph.refuseEdge(from, from) === null)
    const stop = () => {
      canvas.setState({ connecting: null })
      const element = document.querySelector<HTMLElement>('.canvas')
      focusNode(element, from)
    }
    const press = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' || event.key === 'ArrowRight' || (event.key === 'Tab' && !event.shiftKey) ? 1 : event.key === 'ArrowUp' || event.key === 'ArrowLeft' || event.key === 'Tab' ? -1 : 0
      if (step === 0 && event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') return stop()
      if (event.key === 'Enter') {
        if (target !== null && session.graph.refuseEdge(from, target) === null) {
          session.graph.connect(from, target)
          stop()
        }
        return
      }
      const index = target === null ? -1 : others.indexOf(target)
      const next = others[(index + step + others.length) % others.length]
      if (next === undefined) return
      setTarget(next)
      session.view.dispatch({ type: 'request', request: { type: 'revealNode', key: next } })
      const refused = session.graph.refuseEdge(from, next)
      session.view.dispatch({ type: 'announce', text: refused === null ? next : `${next}: ${refused}` })
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [from, target, view, session, canvas])

  useEffect(() => {
    if (target === null) return
    const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(target)}"]`)
    if (!node) return
    node.dataset['connect'] = reason === null ? 'ok' : 'refused'
    return () => {
      delete node.dataset['connect']
    }
  }, [target, reason])

  return (
    <div className="connect-bar" role="status">
      <span>
        Connect <code>{from}</code> to {target === null ? 'nothing: there is no other node' : <code>{target}</code>}
      </span>
      {reason === null ? (
        <>
          <Keys keys={['Enter']} /> <Keys keys={['Esc']} />
        </>
      ) : (
        <span className="connect-bar-no">
          <Prose text={reason} />
        </span>
      )}
    </div>
  )
}

/** The other nodes, and last the node itself where a loop to itself may be drawn. */
function othersOf(view: GraphView, from: string, loops: boolean): readonly string[] {
  const others = view.nodes.filter(({ key, ghost }) => key !== from && !ghost).map(({ key }) => key)
  return loops ? [...others, from] : others
}
