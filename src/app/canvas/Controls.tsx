import { useReactFlow, useStore } from '@xyflow/react'
import { Columns3, Minus, Network, Plus, Scan } from 'lucide-react'
import { Button } from '../shell/parts/index.ts'
import { useDocument, useSession, useView } from '../state/index.ts'
import { FIT } from './fit.ts'

/** Zoom, fit, arrange, levels. */
export function Controls() {
  const session = useSession()
  const flow = useReactFlow()
  const percent = useStore((state) => Math.round(state.transform[2] * 100))
  const bands = useView((state) => state.bands)
  const levels = useDocument(({ projection }) => (projection?.view.levels.length ?? 0) > 0)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  return (
    <div className="controls" role="toolbar" aria-label="View">
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
      <Button icon label="Fit" data-testid="fit" onClick={() => void flow.fitView({ ...FIT, duration: 160 })}>
        <Scan className="icon icon-14" />
      </Button>
      <Button icon label="Arrange" data-testid="arrange" off={stale ? 'The text does not parse.' : null} onClick={() => void session.arrange()}>
        <Network className="icon icon-14" />
      </Button>
      {levels && (
        <Button icon label="Levels" aria-pressed={bands} onClick={() => session.view.dispatch({ type: 'bands', on: !bands })}>
          <Columns3 className="icon icon-14" />
        </Button>
      )}
    </div>
  )
}
