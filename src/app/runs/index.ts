export { EventsPanel } from './EventsPanel.tsx'
export { HistoryPanel } from './HistoryPanel.tsx'
export { ProblemList } from './ProblemList.tsx'
export { RunPanel } from './RunPanel.tsx'
