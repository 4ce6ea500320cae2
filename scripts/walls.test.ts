import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { inspect } from './walls.js'

const fixture = fileURLToPath(new URL('./fixtures/walls', import.meta.url))

describe('the import rules', () => {
  it('bite: each forbidden import of the fixture is found under its rule', async () => {
    const { modules, violations } = await inspect(fixture)
    expect(modules).toBe(12)
    const found = violations.map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`)
    expect(found).toContain('no-cycles: src/core/text/a.ts -> src/core/text/b.ts')
    expect(found).toContain('core-convert-document: src/core/document/document.ts -> src/core/run/run.ts')
    expect(found).toContain('engine-knows-ports-only: server/engine/engine.ts -> server/store/sqlite.ts')
    expect(found).toContain('dialects-stand-alone: src/core/dialects/dag/dag.ts -> src/core/dialects/other/other.ts')
    expect(found).toContain('panes-meet-in-state: src/app/canvas/canvas.ts -> src/app/editor/text.ts')
    expect(found.some((line) => line.startsWith('heavy-parts-in-their-rooms: src/app/state/state.ts -> '))).toBe(true)
    expect(found.some((line) => line.startsWith('core-run: src/core/run/read.ts -> '))).toBe(true)
  })

  it('hold for the project itself', async () => {
    const { modules, violations } = await inspect()
    expect(modules).toBeGreaterThan(50)
    expect(violations).toEqual([])
  })
})
