import { ReactFlow, ReactFlowProvider, type NodeTypes } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useLayoutEffect, useRef, useState } from 'react'
import { AfterPicture } from '../shell/parts/index.ts'
import { runCounts, useDocument, useRun, useSession } from '../state/index.ts'
import { Bands } from './Bands.tsx'
import './Canvas.css'
import { CanvasMenu } from './CanvasMenu.tsx'
import { CanvasContext, createCanvasStore, DistanceContext, useCanvas } from './canvasStore.ts'
import { Card } from './Card.tsx'
import { ConnectHint, ThreadInHand } from './ConnectHint.tsx'
import { Controls } from './Controls.tsx'
import { EmptyCanvas } from './EmptyCanvas.tsx'
import { FirstWords } from './FirstWords.tsx'
import './Forced.css'
import { ForesightBar } from './ForesightBar.tsx'
import { KeyboardConnect } from './KeyboardConnect.tsx'
import { Miniature } from './Miniature.tsx'
import { Offer } from './Offer.tsx'
import { RunPill } from './RunPill.tsx'
import { Threads } from './Threads.tsx'
import { Ticks } from './Ticks.tsx'
import { useClipboard } from './useClipboard.ts'
import { useConnecting } from './useConnecting.ts'
import { firstDistance, useFirstDistance } from './useFirstDistance.ts'
import { useGraph } from './useGraph.ts'
import { useHands } from './useHands.ts'
import { useFocusFollows } from './useFocusFollows.ts'
import { useKeyboard } from './useKeyboard.ts'
import { useRemoval } from './useRemoval.ts'
import { useRequests } from './useRequests.ts'
import { useTween } from './useTween.ts'
import { useViewport } from './useViewport.ts'

const NODE_TYPES: NodeTypes = { card: Card }

/** From so many nodes on only those in view are drawn. */
const MANY = 300
/** Above so many the miniature costs more than it tells. */
const MINIATURE = 500
/** Above so many at once the dashes of running nodes stand still. */
const CALM = 40

// Always the same lists: React Flow would take each new one for a change, and draw all of its own anew.
const CHOOSE_KEYS = ['Shift', 'Meta', 'Control']
const ZOOM_KEYS = ['Meta', 'Control']
const NO_MARK = { hideAttribution: true }

// What lies under and over the graph draws itself: not with every key, nor with every frame in which a node is in hand.
const UNDER = <Ticks />
const CORNER = (
  <AfterPicture>
    <Miniature />
  </AfterPicture>
)
const OVER = (
  <>
    <ConnectHint />
    <Offer />
    <ForesightBar />
    <Controls />
    <RunPill />
  </>
)

/** The graph of the open file, to look at and to edit. */
export function Canvas() {
  const session = useSession()
  const [store] = useState(() => createCanvasStore(firstDistance(session) ?? 'near'))
  const opened = useDocument((state) => state.opened)
  // What was begun on one file's nodes must not end on those of another that have the same keys; before any key is pressed there.
  useLayoutEffect(() => store.setState({ renaming: null, noting: null, connecting: null, offer: null, around: null, moving: null }), [store, opened])
  return (
    <CanvasContext value={store}>
      <ReactFlowProvider>
        <Plane />
      </ReactFlowProvider>
    </CanvasContext>
  )
}

function Plane() {
  const element = useRef<HTMLDivElement>(null)
  const { nodes, strands, moved, view, positions, edgeProblems } = useGraph()
  const hands = useHands()
  const connecting = useConnecting(element)
  const viewport = useViewport(element)
  const keyboard = useKeyboard(element, view, positions)
  const distance = useCanvas((state) => state.distance)
  const open = useDocument(({ path }) => path !== null)
  const analysed = useDocument(({ projection }) => projection !== null)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const calm = useRun((state) => runCounts(state).running > CALM)
  useRequests(element, strands, positions)
  useTween()
  useFirstDistance()
  useFocusFollows(element, nodes)
  useClipboard(element)
  useRemoval(element)
  if (!open) return <EmptyCanvas />
  return (
    <DistanceContext value={distance}>
      <CanvasMenu>
        <div
          ref={element}
          className="canvas"
          data-testid="canvas"
          data-distance={distance}
          data-stale={stale || undefined}
          data-crowded={nodes.length > MANY || undefined}
          data-calm={calm || undefined}
          role="region"
          aria-label="Canvas"
          aria-description={stale ? 'Read only while the text does not parse.' : 'Arrow keys move between nodes, E goes through the edges of one, Enter opens the fields, C connects, I inserts, N edits the note, F2 renames, Delete removes.'}
          {...keyboard}
        >
          {UNDER}
          <Bands view={view} positions={positions} />
          <ReactFlow
            nodes={nodes}
            nodeTypes={NODE_TYPES}
            {...hands}
            {...connecting}
            {...viewport}
            connectionLineComponent={ThreadInHand}
            connectionRadius={24}
            nodesDraggable={!stale}
            nodesConnectable={!stale}
            deleteKeyCode={null}
            disableKeyboardA11y
            multiSelectionKeyCode={CHOOSE_KEYS}
            selectionKeyCode="Shift"
            zoomOnDoubleClick={false}
            panOnScroll
            zoomActivationKeyCode={ZOOM_KEYS}
            panActivationKeyCode={null}
            minZoom={0.05}
            maxZoom={2}
            onlyRenderVisibleElements={nodes.length > MANY}
            nodeDragThreshold={3}
            autoPanOnNodeFocus={false}
            elevateNodesOnSelect={false}
            proOptions={NO_MARK}
          >
            <Threads strands={strands} moved={moved} problems={edgeProblems} />
            {nodes.length <= MINIATURE && CORNER}
          </ReactFlow>
          <KeyboardConnect view={view} />
          {OVER}
          {analysed && !stale && view.nodes.length === 0 && <FirstWords />}
        </div>
      </CanvasMenu>
    </DistanceContext>
  )
}
