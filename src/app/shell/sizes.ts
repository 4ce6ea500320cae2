import type { LayoutStorage } from 'react-resizable-panels'

/** Sizes of regions, in the browser's storage; without it they are simply not remembered. */
export const sizes: LayoutStorage = {
  getItem(key) {
    try {
      return localStorage.getItem(`heddle:sizes:${key}`)
    } catch {
      return null
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(`heddle:sizes:${key}`, value)
    } catch {
      // Full or forbidden storage costs nothing but the memory.
    }
  },
}
