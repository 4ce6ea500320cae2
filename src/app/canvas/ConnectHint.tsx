import { useConnection, type ConnectionLineComponentProps } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import { useLayout, useSession } from '../state/index.ts'
import { Prose } from '../shell/parts/index.ts'
import { threadPath, turned } from './threads.ts'
import type { CardNode } from './picture.ts'
import { nodeUnder } from './useConnecting.ts'

/** The thread while it is drawn. */
export function ThreadInHand({ fromX, fromY, toX, toY, fromHandle }: ConnectionLineComponentProps<CardNode>) {
  const direction = useLayout((state) => state.direction)
  const [from, to] = fromHandle.type === 'source' ? [{ x: fromX, y: fromY }, { x: toX, y: toY }] : [{ x: toX, y: toY }, { x: fromX, y: fromY }]
  const straight = turned(to, direction).x - turned(from, direction).x < 14
  return <path className="thread-in-hand" d={straight ? `M${from.x} ${from.y}L${to.x} ${to.y}` : threadPath({ from, to, direction })} />
}

/** While a thread is drawn: the node under the pointer shows whether it may be the end, and why not. */
export function ConnectHint() {
  const { graph } = useSession()
  const from = useConnection<CardNode, string | null>(({ inProgress, fromNode }) => (inProgress ? fromNode.id : null))
  const side = useConnection<CardNode, 'source' | 'target' | null>(({ inProgress, fromHandle }) => (inProgress ? fromHandle.type : null))
  const [reason, setReason] = useState<string | null>(null)
  const tag = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (from === null || side === null) return
    let marked: HTMLElement | null = null
    const canvas = document.querySelector<HTMLElement>('.canvas')
    const mark = (node: HTMLElement | null) => {
      if (node === marked) return
      if (marked) delete marked.dataset['connect']
      marked = node
      const target = node?.dataset['id']
      const refused = target === undefined ? null : side === 'source' ? graph.refuseEdge(from, target) : graph.refuseEdge(target, from)
      if (node) node.dataset['connect'] = refused === null ? 'ok' : 'refused'
      canvas?.setAttribute('data-connecting', refused === null ? '' : 'refused')
      setReason(refused)
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      const node = nodeUnder(clientX, clientY)
      mark(node?.dataset['id'] === from ? null : node)
      if (tag.current) tag.current.style.transform = `translate(${clientX + 14}px, ${clientY + 14}px)`
    }
    window.addEventListener('pointermove', move)
    return () => {
      window.removeEventListener('pointermove', move)
      mark(null)
      canvas?.removeAttribute('data-connecting')
    }
  }, [from, side, graph])

  return (
    <div ref={tag} className="connect-hint" role="status" hidden={from === null || reason === null}>
      {reason !== null && <Prose text={reason} />}
    </div>
  )
}
