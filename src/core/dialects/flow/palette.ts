import type { PaletteKind } from '../dialect.ts'

export const palette: readonly PaletteKind[] = [
  { kind: 'tool', label: 'Tool', hint: 'Calls one tool', fields: { kind: 'tool', tool: '' }, stem: 'tool' },
  { kind: 'agent', label: 'Agent', hint: 'Runs an agent', fields: { kind: 'agent', agent: '' }, stem: 'agent' },
  { kind: 'model', label: 'Model', hint: 'Asks a model', fields: { kind: 'agent', prompt: '' }, stem: 'model' },
  { kind: 'verifier', label: 'Verifier', hint: 'Gives pass and text', fields: { kind: 'verifier', prompt: '' }, stem: 'verifier' },
  { kind: 'router', label: 'Router', hint: 'Gives a route and text', fields: { kind: 'router', prompt: '' }, stem: 'router' },
  { kind: 'critic', label: 'Critic', hint: 'Says what to improve', fields: { kind: 'critic', prompt: '' }, stem: 'critic' },
  { kind: 'branch', label: 'Branch', hint: 'Splits, does nothing', fields: {}, stem: 'branch' },
  { kind: 'gate', label: 'Gate', hint: 'Waits for a person', fields: { kind: 'gate', prompt: '' }, stem: 'gate' },
]
