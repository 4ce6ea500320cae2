import { describe, expect, it } from 'vitest'
import { analyse } from '../../document/analyse.ts'
import { applyCommand } from '../../document/apply.ts'
import { openDocument } from '../../document/open.ts'
import { dag } from './dialect.ts'
import type { DagReading } from './read.ts'

function insert(text: string, from: string, to: string): string {
  const document = openDocument({ text, name: 'a.yaml', format: text.startsWith('{') ? 'json' : 'yaml' })
  const analysis = analyse(document)
  const commands = dag.between(analysis.reading as DagReading, { from, to, kind: 'need' }, { id: 'new', prompt: 'Go.' })
  if (!commands.ok) return commands.diagnostics[0]!.message
  const done = applyCommand(document, { type: 'batch', label: 'Insert new', commands: commands.value }, analysis)
  if (!done.ok) return done.diagnostics[0]!.message
  expect(done.value.history.done).toHaveLength(1)
  return done.value.text
}

describe('a node put between two', () => {
  it('takes the place of the need in its list, and touches no other line', () => {
    const text = '# Top\nnodes:\n  - id: a\n    prompt: A # first\n  - id: b\n    prompt: B\n  # Keep\n  - id: c\n    needs: [a, b] # both\n    prompt: C\n'
    expect(insert(text, 'a', 'c')).toBe(
      '# Top\nnodes:\n  - id: a\n    prompt: A # first\n  - id: new\n    prompt: Go.\n    needs: [a]\n  - id: b\n    prompt: B\n  # Keep\n  - id: c\n    needs: [new, b] # both\n    prompt: C\n',
    )
  })

  it('takes route and need of the same two together', () => {
    const text = 'nodes:\n  - id: way\n    kind: router\n    routes: [x, y]\n    prompt: W\n  - id: x\n    needs: [way]\n    prompt: X\n  - id: y\n    prompt: Y\n'
    const after = insert(text, 'way', 'x')
    expect(after).toContain('routes: [new, y]')
    expect(after).toContain('- id: new\n    prompt: Go.\n    needs: [way]\n')
    expect(after).toContain('- id: x\n    needs: [new]\n')
  })

  it('leads a route without a need on by a need', () => {
    const text = 'nodes:\n  - id: way\n    kind: router\n    routes: [x]\n    prompt: W\n  - id: x\n    prompt: X\n'
    const after = insert(text, 'way', 'x')
    expect(after).toContain('routes: [new]')
    expect(after).not.toContain('needs: [way]')
    expect(after).toContain('needs: [new]')
  })

  it('says why not where no edge is', () => {
    expect(insert('nodes:\n  - id: a\n    prompt: A\n  - id: b\n    prompt: B\n', 'a', 'b')).toContain('No edge leads from')
  })
})
