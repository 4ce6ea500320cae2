import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { TextPane } from './editor/TextPane.tsx'
import { FileMenu, Files, Palette, TabBar } from './files/index.ts'
import type { Panes } from './shell/index.ts'
import { late } from './shell/parts/index.ts'
import { useDocument, useRun } from './state/index.ts'

// The canvas comes in a part of its own, asked for at once: the page stands before it has arrived.
const Canvas = late('the canvas', () => import('./canvas/index.ts').then((room) => room.Canvas))
Canvas.prepare()

// The canvas does not wait for these: they come beside it, into regions that have their size already.
const Inspector = late('the inspector', () => import('./inspector/Inspector.tsx').then((room) => room.Inspector), <section className="inspector" aria-label="Inspector" aria-busy="true" />)
const runs = () => import('./runs/index.ts')
const ProblemList = late('the list of problems', () => runs().then((room) => room.ProblemList))
const RunPanel = late('the run', () => runs().then((room) => room.RunPanel))
const EventsPanel = late('the events', () => runs().then((room) => room.EventsPanel))
const HistoryPanel = late('the history', () => runs().then((room) => room.HistoryPanel))

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
