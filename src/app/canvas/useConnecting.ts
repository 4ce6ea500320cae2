import type { Connection, Edge, FinalConnectionState, OnConnectEnd, ReactFlowProps } from '@xyflow/react'
import { useReactFlow } from '@xyflow/react'
import { useMemo, useRef, type RefObject } from 'react'
import { useSession } from '../state/index.ts'
import { useCanvasStore } from './canvasStore.ts'
import type { CardNode } from './picture.ts'

type Connecting = Pick<ReactFlowProps<CardNode>, 'onConnect' | 'onConnectStart' | 'onConnectEnd' | 'isValidConnection'>

/** The node under a place of the window. */
export function nodeUnder(x: number, y: number): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node') ?? null
}

/** Drawing a thread from an eyelet: onto an eyelet, anywhere onto a node, or into empty canvas. */
export function useConnecting(element: RefObject<HTMLDivElement | null>): Connecting {
  const { graph, view } = useSession()
  const canvas = useCanvasStore()
  const flow = useReactFlow()
  const answers = useRef(new Map<string, boolean>())
  return useMemo(() => {
    const onConnectEnd: OnConnectEnd = (event, state: FinalConnectionState) => {
      element.current?.removeAttribute('data-connecting')
      const from = state.fromNode?.id
      const side = state.fromHandle?.type
      if (from === undefined || !side || state.isValid) return
      const { clientX, clientY } = 'changedTouches' in event ? event.changedTouches[0]! : event
      const target = nodeUnder(clientX, clientY)?.dataset['id']
      if (target !== undefined) {
        if (target === from) return
        const [source, sink] = side === 'source' ? [from, target] : [target, from]
        const reason = graph.refuseEdge(source, sink)
        if (reason === null) graph.connect(source, sink)
        else view.dispatch({ type: 'toast', tone: 'error', text: reason })
        return
      }
      const pane = document.elementFromPoint(clientX, clientY)?.closest('.react-flow__pane')
      if (pane) canvas.setState({ offer: { type: 'connect', from, side, at: flow.screenToFlowPosition({ x: clientX, y: clientY }), client: { x: clientX, y: clientY } } })
    }
    return {
      onConnectStart: () => {
        answers.current.clear()
        element.current?.setAttribute('data-connecting', '')
      },
      onConnect: ({ source, target }: Connection) => {
        graph.connect(source, target)
      },
      onConnectEnd,
      // Asked on every move of the pointer: the answer of one drag does not change.
      isValidConnection: ({ source, target }: Connection | Edge) => {
        const pair = `${source}\u0000${target}`
        let answer = answers.current.get(pair)
        if (answer === undefined) {
          answer = graph.refuseEdge(source, target) === null
          answers.current.set(pair, answer)
        }
        return answer
      },
    }
  }, [graph, view, canvas, flow, element])
}
