import { useEffect } from 'react'
import { useSession, type Session } from '../state/index.ts'
import { distanceAt, useCanvasStore, type Distance } from './canvasStore.ts'
import { viewportOf } from './fit.ts'

/**
 * A file's first picture is drawn for the distance that it will be seen from: the view is fitted to it
 * after its nodes are there, and each would be drawn in full only to be drawn again as a mark.
 */
export function useFirstDistance(): void {
  const session = useSession()
  const canvas = useCanvasStore()
  useEffect(() => {
    let last = session.document.getState().opened
    return session.layout.subscribe((state, before) => {
      const { opened } = session.document.getState()
      if (state.arranged === before.arranged || opened === last) return
      last = opened
      const distance = firstDistance(session)
      if (distance !== null) canvas.setState({ distance })
    })
  }, [session, canvas])
}

/** From how far the open file will be seen when all of it is; null without a file that can be drawn, or where it was seen before. */
export function firstDistance(session: Session): Distance | null {
  const { path, projection } = session.document.getState()
  const stage = document.querySelector('[data-region="canvas"]')
  if (path === null || projection === null || stage === null || session.openFiles.kept(path, 'canvas') !== null) return null
  const viewport = viewportOf(projection.view, session.layout.getState(), stage.getBoundingClientRect())
  return viewport && distanceAt(viewport.zoom)
}
