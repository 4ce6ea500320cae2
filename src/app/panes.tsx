import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { TextPane } from './editor/TextPane.tsx'
import { FileMenu, Files, Palette, TabBar } from './files/index.ts'
import type { Panes } from './shell/index.ts'
import { AfterPicture, late, withReader } from './shell/parts/index.ts'
import { useDocument, useRun } from './state/index.ts'

/** The canvas comes in a part of its own, to be prepared at once: the page stands even when it does not arrive. */
export const Canvas = late('the canvas', () => import('./canvas/index.ts').then((room) => room.Canvas))

// These come after the picture, into regions that have their size already.
const INSPECTOR_TO_COME = <section className="inspector" aria-label="Inspector" aria-busy="true" />
const Inspector = late('the inspector', withReader(() => import('./inspector/Inspector.tsx').then((room) => room.Inspector)), INSPECTOR_TO_COME)
const runs = () => import('./runs/index.ts')
const ProblemList = late('the list of problems', withReader(() => runs().then((room) => room.ProblemList)))
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
  Inspector: () => <AfterPicture meanwhile={INSPECTOR_TO_COME}><Inspector /></AfterPicture>,
  bottom: [
    { tab: 'problems', label: 'Problems', Mark: ProblemMark, Count: ProblemCount, Body: () => <AfterPicture><ProblemList /></AfterPicture> },
    { tab: 'run', label: 'Run', Body: () => <AfterPicture><RunPanel /></AfterPicture> },
    { tab: 'events', label: 'Events', Count: EventCount, Body: () => <AfterPicture><EventsPanel /></AfterPicture> },
    { tab: 'history', label: 'History', Count: HistoryCount, Body: () => <AfterPicture><HistoryPanel /></AfterPicture> },
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
