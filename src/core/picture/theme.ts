import type { NodeKind } from '../graph/view.ts'

/** Colours of a picture, in sRGB: a picture leaves the page, and other programs know no variables and no oklch. */
export type PictureTheme = {
  readonly canvas: string
  readonly tick: string
  readonly card: string
  readonly panel: string
  readonly line: string
  readonly thread: string
  readonly text: string
  readonly text2: string
  readonly text3: string
  readonly failed: string
  /** The ink of a kind, and what its tile is filled with. */
  readonly kinds: { readonly [kind in NodeKind]: readonly [ink: string, tile: string] }
}

/** The same colours as on the page, light and dark. */
export const THEMES: { readonly [name in 'light' | 'dark']: PictureTheme } = {
  light: {
    canvas: '#f4f4f2', tick: '#e1e1de', card: '#ffffff', panel: '#fbfbfa', line: '#cbcac8', thread: '#81807b',
    text: '#211e22', text2: '#4f4c50', text3: '#6a666a', failed: '#b7191c',
    kinds: {
      agent: ['#405287', '#e2e9fa'], verifier: ['#1a625a', '#d4eeea'], critic: ['#7f4824', '#f9e6d6'], router: ['#5e4784', '#ede7fa'],
      tool: ['#454e58', '#e2e6ea'], branch: ['#4e4d46', '#e7e6e3'], gate: ['#5f561f', '#eee9c7'], model: ['#1e5c7b', '#d9ecf8'],
    },
  },
  dark: {
    canvas: '#141315', tick: '#292729', card: '#252226', panel: '#1c1a1d', line: '#403d41', thread: '#7d787e',
    text: '#ecebe8', text2: '#bcb9bd', text3: '#9a979b', failed: '#f78d85',
    kinds: {
      agent: ['#a8bdf2', '#2c3755'], verifier: ['#8bd4ca', '#1c3d39'], critic: ['#eab489', '#4b3421'], router: ['#c9b5f0', '#3e3254'],
      tool: ['#b8c2cc', '#353a3f'], branch: ['#bfbeb8', '#373734'], gate: ['#d5c984', '#3d391c'], model: ['#8dcaee', '#1e3a4b'],
    },
  },
}
