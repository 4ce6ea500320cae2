import { useState } from 'react'
import { useSession } from '../state/index.ts'
import { Bottom } from './Bottom.tsx'
import { Button } from './parts/index.ts'
import type { Regions } from './regions.ts'

const PANES = [
  { pane: 'canvas', label: 'Canvas' },
  { pane: 'text', label: 'Text' },
  { pane: 'inspector', label: 'Fields' },
  { pane: 'bottom', label: 'Run' },
  { pane: 'files', label: 'Files' },
] as const

/** Under 640 px: one pane at a time. */
export function SingleLayout({ stage, files, text, inspector, panes }: Regions) {
  const { view } = useSession()
  const [shown, setShown] = useState<(typeof PANES)[number]['pane']>('canvas')
  return (
    <div className="single">
      <div className="single-pane">
        {shown === 'canvas' && (
          <div className="stage-place">
            {stage}
            <div className="pill-place">
              <panes.Palette pill />
            </div>
          </div>
        )}
        {shown === 'text' && <div className="region">{text}</div>}
        {shown === 'inspector' && <div className="region">{inspector}</div>}
        {shown === 'bottom' && <Bottom panes={panes.bottom} />}
        {shown === 'files' && <div className="region left">{files}</div>}
      </div>
      <nav className="single-tabs" aria-label="Panes">
        {PANES.map(({ pane, label }) => (
          <Button
            key={pane}
            aria-pressed={shown === pane}
            onClick={() => {
              if (pane === 'bottom') view.dispatch({ type: 'panel', panel: 'bottom', open: true })
              setShown(pane)
            }}
          >
            {label}
          </Button>
        ))}
      </nav>
    </div>
  )
}
