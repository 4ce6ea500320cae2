import { useSyncExternalStore } from 'react'

export type Width = 'wide' | 'narrow' | 'single'

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** Three panes one over the other need this much height, else none of them shows anything. */
const LOW = 520

export function widthOf(width: number, height: number): Width {
  if (width >= 1024) return 'wide'
  return width >= 640 && height >= LOW ? 'narrow' : 'single'
}

/** How much room there is: regions side by side, text and inspector under the canvas, or one pane at a time. */
export function useWidth(): Width {
  return useSyncExternalStore(subscribe, () => widthOf(window.innerWidth, window.innerHeight))
}
