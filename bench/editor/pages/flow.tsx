// The canvas library alone: its stress example with the nodes and edges of a workflow at the places
// where Heddle puts them, drawn as its default nodes.
import { Background, Controls, ReactFlow, useEdgesState, useNodesState, type Edge, type Node } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { createRoot } from 'react-dom/client'
import { createLayoutEngine } from '../../../src/app/layout/index.ts'
import { analyse, openDocument } from '../../../src/core/index.ts'
import { peer } from './peer.ts'

function Stress({ initialNodes, initialEdges }: { readonly initialNodes: Node[]; readonly initialEdges: Edge[] }) {
  const [nodes, , onNodesChange] = useNodesState(initialNodes)
  const [edges, , onEdgesChange] = useEdgesState(initialEdges)
  return (
    <ReactFlow nodes={nodes} edges={edges} onNodesChange={onNodesChange} onEdgesChange={onEdgesChange} fitView minZoom={0.05} panOnScroll>
      <Controls />
      <Background />
    </ReactFlow>
  )
}

peer.showGraph = async (text, { width, height }) => {
  const { view } = analyse(openDocument({ text, format: 'yaml' }))
  const positions = (await createLayoutEngine().layOut(view, 'open', 'right')) ?? new Map()
  const nodes: Node[] = view.nodes.map(({ key, id }) => ({ id: key, position: positions.get(key) ?? { x: 0, y: 0 }, data: { label: id } }))
  const edges: Edge[] = view.edges.map(({ key, from, to }) => ({ id: key, source: from, target: to }))
  const element = document.getElementById('root')!
  element.style.width = `${width}px`
  element.style.height = `${height}px`
  createRoot(element).render(<Stress initialNodes={nodes} initialEdges={edges} />)
  return nodes.length
}
