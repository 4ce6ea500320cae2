import { useReader, useSession } from '../state/index.ts'

/** What stands on a canvas that has no nodes. */
export function FirstWords() {
  const { graph } = useSession()
  if (useReader() === null) return null
  return <p className="canvas-first">{graph.palette().length > 0 ? 'Nothing here yet. Drag a kind onto the canvas, or press 1.' : 'This kind of file cannot be drawn yet. Edit it as text.'}</p>
}
