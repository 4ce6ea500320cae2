import { useReactFlow, useStore } from '@xyflow/react'
import { ArrowDownFromLine, ArrowRightFromLine, Columns3, Minus, Network, Plus, Scan, Spline, X } from 'lucide-react'
import { Button } from '../shell/parts/index.ts'
import { useDocument, useLayout, useSession, useView } from '../state/index.ts'

/** Zoom, fit, arrange, which way the graph runs, levels, data. */
export function Controls() {
  const session = useSession()
  const flow = useReactFlow()
  const percent = useStore((state) => Math.round(state.transform[2] * 100))
  const bands = useView((state) => state.bands)
  const data = useView((state) => state.data)
  const direction = useLayout((state) => state.direction)
  const searching = useLayout((state) => state.searching)
  const levels = useDocument(({ projection }) => (projection?.view.levels.length ?? 0) > 0)
  const references = useDocument(({ projection }) => projection?.view.edges.some(({ kind }) => kind === 'reference') === true)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const off = stale ? 'The text does not parse.' : null
  return (
    <div className="controls" role="toolbar" aria-label="View" onContextMenu={(event) => event.stopPropagation()}>
      <Button icon label="Zoom out" className="controls-zoom" onClick={() => void flow.zoomOut({ duration: 90 })}>
        <Minus className="icon icon-14" />
      </Button>
      <Button className="controls-percent" aria-label={`Zoom ${percent} %. Set to 100 %`} onClick={() => void flow.zoomTo(1, { duration: 160 })}>
        {percent}%
      </Button>
      <Button icon label="Zoom in" className="controls-zoom" onClick={() => void flow.zoomIn({ duration: 90 })}>
        <Plus className="icon icon-14" />
      </Button>
      <i className="rule-v controls-rule" />
      <Button icon label="Fit" data-testid="fit" onClick={() => session.view.dispatch({ type: 'request', request: { type: 'fit' } })}>
        <Scan className="icon icon-14" />
      </Button>
      {searching ? (
        <Button icon label="Stop arranging" data-testid="arrange" onClick={() => session.stopArranging()}>
          <X className="icon icon-14" />
        </Button>
      ) : (
        <Button icon label="Arrange" data-testid="arrange" off={off} onClick={() => void session.arrange()}>
          <Network className="icon icon-14" />
        </Button>
      )}
      <Button
        icon
        label={direction === 'right' ? 'Run from top to bottom' : 'Run from left to right'}
        data-testid="direction"
        data-direction={direction}
        off={off}
        onClick={() => void session.arrange(direction === 'right' ? 'down' : 'right')}
      >
        {direction === 'right' ? <ArrowDownFromLine className="icon icon-14" /> : <ArrowRightFromLine className="icon icon-14" />}
      </Button>
      {levels && (
        <Button icon label="Levels" aria-pressed={bands} onClick={() => session.view.dispatch({ type: 'bands', on: !bands })}>
          <Columns3 className="icon icon-14" />
        </Button>
      )}
      {references && (
        <Button icon label="Data" aria-pressed={data} onClick={() => session.view.dispatch({ type: 'data', on: !data })}>
          <Spline className="icon icon-14" />
        </Button>
      )}
    </div>
  )
}
