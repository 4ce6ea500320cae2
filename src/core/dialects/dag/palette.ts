import type { PaletteKind } from '../dialect.ts'

export const palette: readonly PaletteKind[] = [
  { kind: 'agent', label: 'Agent', hint: 'Does a piece of work', fields: { prompt: '' }, stem: 'agent' },
  { kind: 'verifier', label: 'Verifier', hint: 'Says whether it is right', fields: { kind: 'verifier', prompt: '' }, stem: 'verifier' },
  { kind: 'critic', label: 'Critic', hint: 'Says what to improve', fields: { kind: 'critic', prompt: '' }, stem: 'critic' },
  { kind: 'router', label: 'Router', hint: 'Names which way to go', fields: { kind: 'router', prompt: '' }, stem: 'router' },
]
