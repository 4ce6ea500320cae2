import type { GraphView } from '../../core/index.ts'
import type { Direction } from '../state/index.ts'
import { byLevel } from './byLevel.ts'

/** Lays out by level, away from the page: thousands of nodes take longer than a frame. */
onmessage = ({ data }: MessageEvent<{ readonly view: GraphView; readonly direction: Direction }>) => {
  postMessage(byLevel(data.view, data.direction))
}
