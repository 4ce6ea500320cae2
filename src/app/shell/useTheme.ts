import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useView } from '../state/index.ts'

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

function subscribe(changed: () => void): () => void {
  const query = dark()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** The theme that is shown: the one that was set, else the system's. Keeps the page's root in step. */
export function useTheme(): 'light' | 'dark' {
  const wanted = useView(({ theme }) => theme)
  const system = useSyncExternalStore(subscribe, () => dark().matches)
  const shown = wanted === 'system' ? (system ? 'dark' : 'light') : wanted
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = shown
  }, [shown])
  return shown
}
