import { drain } from './drain.ts'
import type { Host } from './host.ts'
import type { Stores } from './stores.ts'

/** The first picture of the page: what it does not need waits until it is on screen. */
export type FirstPicture = {
  isShown(): boolean
  /** Does something once the first picture has been painted; at once when it has been. The answer takes that back. */
  onceShown(work: () => void): () => void
  /** Nothing is drawn yet, so that no frame counts; until the answer is called, which says that the page is there. */
  hold(): () => void
  close(): void
}

/** So many milliseconds after the page began, and after a file was opened, nothing waits for a picture any more. */
const LONGEST = 2500
/** So many frames are waited for nodes to be drawn in. */
const MOST_FRAMES = 30

export function createFirstPicture({ document, layout, workspace }: Pick<Stores, 'document' | 'layout' | 'workspace'>, host: Pick<Host, 'frame' | 'after' | 'isDrawn'>): FirstPicture {
  let held = false
  let standing: 'waiting' | 'coming' | 'shown' = 'waiting'
  const waiting = new Set<() => void>()

  /** Everything that the picture is made of is there, or there is nothing to draw. */
  function isComplete(): boolean {
    const { path, textOnly, projection } = document.getState()
    if (path === null) {
      const { status, opening } = workspace.getState()
      return status !== 'loading' && opening === null
    }
    // Of a large file the text is there long before its graph.
    if (textOnly !== null || projection === null) return true
    return projection.view.nodes.length === 0 || (layout.getState().path === path && layout.getState().positions.size > 0)
  }

  let cancel = host.after(LONGEST, show)

  function look(): void {
    if (held || standing !== 'waiting' || !isComplete()) return
    standing = 'coming'
    // The frame of now may still be without nodes, which are measured in it.
    host.frame(() => onceDrawn(MOST_FRAMES))
  }

  /** In the frame that has the nodes a timer is set, which fires once they are painted. Where none are in view they do not come. */
  function onceDrawn(most: number): void {
    host.frame(() => {
      if (most === 0 || !hasNodes() || host.isDrawn()) host.after(0, arrive)
      else onceDrawn(most - 1)
    })
  }

  function hasNodes(): boolean {
    const { projection } = document.getState()
    return projection !== null && projection.view.nodes.length > 0
  }

  /** What seemed all there was may have been the moment before a file is asked for. */
  function arrive(): void {
    if (standing !== 'coming') return
    if (isComplete()) return show()
    standing = 'waiting'
  }

  function show(): void {
    if (standing === 'shown') return
    standing = 'shown'
    close()
    drain(waiting)
  }

  const stops = [
    document.subscribe(({ opened }, before) => {
      if (opened !== before.opened) {
        cancel()
        cancel = host.after(LONGEST, show)
      }
      look()
    }),
    layout.subscribe(look),
    workspace.subscribe(look),
  ]

  function close(): void {
    cancel()
    for (const stop of stops) stop()
  }

  return {
    isShown: () => standing === 'shown',
    onceShown(work) {
      if (standing === 'shown') work()
      else waiting.add(work)
      return () => waiting.delete(work)
    },
    hold() {
      held = true
      return () => {
        held = false
        look()
      }
    },
    close,
  }
}
