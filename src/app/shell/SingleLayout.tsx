import { useState } from 'react'
import { unreachable } from '../../core/index.ts'
import { askedSince, lastAsked, useSession, useView, type Asked } from '../state/index.ts'
import { Bottom } from './Bottom.tsx'
import { Button } from './parts/index.ts'
import type { Regions } from './regions.ts'

type Pane = 'canvas' | 'text' | 'inspector' | 'bottom' | 'files'

/** Where there is little room: one pane at a time. One that was looked at stays as it was left. */
export function SingleLayout({ stage, files, text, inspector, panes }: Regions) {
  const { view } = useSession()
  const tab = useView((state) => state.tab)
  const bottomOpen = useView(({ panels }) => panels.bottom)
  const requests = useView((state) => state.requests)
  const [shown, setShown] = useState<Pane>('canvas')
  const [visited, setVisited] = useState<ReadonlySet<Pane>>(new Set(['canvas']))
  const [served, setServed] = useState({ seq: lastAsked({ requests }), tab, bottomOpen })

  function show(pane: Pane): void {
    setShown(pane)
    if (!visited.has(pane)) setVisited(new Set([...visited, pane]))
  }

  // During render: what is asked of a pane is served when it stands.
  const asked = askedSince({ requests }, served.seq)
  if (asked.length > 0) {
    setServed({ ...served, seq: lastAsked({ requests }) })
    const pane = asked.map(paneOf).findLast((each) => each !== null)
    if (pane) show(pane)
  }
  if (tab !== served.tab || bottomOpen !== served.bottomOpen) {
    setServed({ ...served, tab, bottomOpen })
    if (bottomOpen) show('bottom')
  }

  const label = panes.bottom.find((pane) => pane.tab === tab)?.label ?? 'Problems'
  const bodies: readonly { readonly pane: Pane; readonly label: string; readonly body: React.ReactNode }[] = [
    {
      pane: 'canvas',
      label: 'Canvas',
      body: (
        <div className="stage-place">
          {stage}
          <aside className="pill-place" aria-label="Kinds of nodes">
            <panes.Palette pill />
          </aside>
        </div>
      ),
    },
    { pane: 'text', label: 'Text', body: <div className="region" data-region="text">{text}</div> },
    { pane: 'inspector', label: 'Fields', body: <div className="region" data-region="inspector">{inspector}</div> },
    { pane: 'bottom', label, body: <Bottom panes={panes.bottom} /> },
    { pane: 'files', label: 'Files', body: <div className="region left" data-region="files">{files}</div> },
  ]
  return (
    <div className="single">
      {bodies.map(({ pane, body }) =>
        visited.has(pane) ? (
          <div key={pane} className="single-pane" hidden={shown !== pane}>
            {body}
          </div>
        ) : null,
      )}
      <nav className="single-tabs" aria-label="Panes">
        {bodies.map(({ pane, label: name }) => (
          <Button
            key={pane}
            aria-pressed={shown === pane}
            onClick={() => {
              if (pane === 'bottom') view.dispatch({ type: 'panel', panel: 'bottom', open: true })
              show(pane)
            }}
          >
            {name}
          </Button>
        ))}
      </nav>
    </div>
  )
}

/** The pane that a request is for; null where it is none's alone. */
function paneOf(request: Asked): Pane | null {
  switch (request.type) {
    case 'focusText':
    case 'textCommand':
    case 'convert':
      return 'text'
    case 'revealText':
      return request.focus ? 'text' : null
    case 'focusInspector':
      return 'inspector'
    case 'revealNode':
      return request.focus === true ? 'canvas' : null
    case 'focusCanvas':
    case 'renameNode':
    case 'editNote':
    case 'connectFrom':
    case 'nextEdge':
    case 'insertOn':
    case 'fit':
      return 'canvas'
    case 'revealEdge':
    case 'drop':
      return null
    default:
      return unreachable(request)
  }
}
