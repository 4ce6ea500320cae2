import { useSyncExternalStore } from 'react'

export type Width = 'wide' | 'narrow' | 'single'

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** How much room there is: regions side by side, text and inspector under the canvas, or one pane at a time. */
export function useWidth(): Width {
  return useSyncExternalStore(subscribe, () => (window.innerWidth >= 1024 ? 'wide' : window.innerWidth >= 640 ? 'narrow' : 'single'))
}
