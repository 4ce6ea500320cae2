import { lazy } from 'react'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { TextPane } from './editor/TextPane.tsx'
import { FileMenu, Files, Palette, TabBar } from './files/index.ts'
import { Inspector } from './inspector/Inspector.tsx'
import { EventsPanel } from './runs/EventsPanel.tsx'
import { HistoryPanel } from './runs/HistoryPanel.tsx'
import { ProblemList } from './runs/ProblemList.tsx'
import { RunPanel } from './runs/RunPanel.tsx'
import type { Panes } from './shell/index.ts'
import { useDocument, useRun } from './state/index.ts'

// The canvas comes in a part of its own, asked for at once: the page stands before it has arrived.
const canvas = import('./canvas/index.ts')
const Canvas = lazy(() => canvas.then((room) => ({ default: room.Canvas })))

/** Which pane stands in which region. */
export const panes: Panes = {
  Canvas,
  Files,
  FileMenu,
  Tabs: TabBar,
  Palette,
  Text: TextPane,
  Inspector,
  bottom: [
    { tab: 'problems', label: 'Problems', Mark: ProblemMark, Count: ProblemCount, Body: ProblemList },
    { tab: 'run', label: 'Run', Body: RunPanel },
    { tab: 'events', label: 'Events', Count: EventCount, Body: EventsPanel },
    { tab: 'history', label: 'History', Count: HistoryCount, Body: HistoryPanel },
  ],
}

function ProblemMark() {
  const worst = useDocument(({ projection }) => {
    const diagnostics = projection?.diagnostics ?? []
    if (diagnostics.some(({ severity }) => severity === 'error')) return 'error'
    return diagnostics.some(({ severity }) => severity === 'warning') ? 'warning' : 'none'
  })
  switch (worst) {
    case 'error':
      return <span className="status" data-status="failed"><CircleX className="icon icon-14" aria-label="errors" /></span>
    case 'warning':
      return <span className="status" data-status="waiting"><TriangleAlert className="icon icon-14" aria-label="warnings" /></span>
    case 'none':
      return <span className="status" data-status="completed"><CircleCheck className="icon icon-14" aria-hidden="true" /></span>
  }
}

function ProblemCount() {
  return useDocument(({ projection }) => projection?.diagnostics.filter(({ severity }) => severity !== 'info').length ?? 0)
}

function EventCount() {
  return useRun(({ events }) => events.length)
}

function HistoryCount() {
  return useRun(({ history }) => history.length)
}
