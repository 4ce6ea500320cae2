import type { PaletteKind } from '../dialect.ts'

export const palette: readonly PaletteKind[] = [
  { kind: 'tool', label: 'Tool', hint: 'Calls a tool', fields: { tool: '' }, stem: 'step' },
  { kind: 'tool', label: 'Tool with a condition', hint: 'Calls a tool if something holds', fields: { tool: '', if: '{{.trigger}}' }, stem: 'step' },
]
