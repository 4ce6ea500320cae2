import './parts.css'

export { Button } from './Button.tsx'
export { Keys, MOD } from './Keys.tsx'
export { KIND_LABEL, KindTile } from './KindTile.tsx'
export { Prose } from './Prose.tsx'
export { StatusIcon, type ShownStatus } from './StatusIcon.tsx'
export { clock, duration, timeOfDay } from './time.ts'
export { Tip } from './Tip.tsx'
