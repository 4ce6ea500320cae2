export { App } from './App.tsx'
export type { BottomPane, Panes } from './panes.ts'
export { holdInput } from './holdInput.ts'
