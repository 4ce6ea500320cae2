import { describe, expect, it } from 'vitest'
import type { Command } from '../dialects/command.ts'
import { analyse } from './analyse.ts'
import { applyCommand } from './apply.ts'
import { openDocument } from './open.ts'
import { previewOf } from './preview.ts'

const TEXT = `nodes:
  - id: collect
    prompt: List the commits.
  - id: draft
    needs: [collect]
    prompt: Write notes.
  - id: check
    needs: [draft]
    prompt: Check what draft wrote. A draftsman is no mention.
  - id: way
    kind: router
    needs: [collect]
    routes: [draft]
    prompt: Choose.
`

function preview(command: Command, text = TEXT) {
  const document = openDocument({ text, name: 'a.yaml', format: 'yaml' })
  const before = analyse(document)
  const changed = applyCommand(document, command, before)
  return { document, result: changed.ok ? { ok: true as const, value: previewOf(before, analyse(changed.value, before)) } : changed }
}

describe('a preview of a command', () => {
  it('tells which edges go, who is left without input and which texts name what is gone', () => {
    const { result, document } = preview({ type: 'remove', nodes: ['draft'] })
    if (!result.ok) throw new Error('refused')
    const { value } = result
    expect(value.removedNodes.map(({ key }) => key)).toEqual(['draft'])
    expect(value.removedEdges.map(({ key }) => key).toSorted()).toEqual(['need:collect>draft', 'need:draft>check', 'route:way>draft'])
    expect(value.withoutInput.map(({ key }) => key)).toEqual(['check'])
    expect(value.dangling).toEqual([{ node: 'check', field: 'prompt', names: 'draft' }])
    expect(value.newProblems.map(({ code, node }) => [code, node])).toEqual([['router/no-routes', 'way']])
    expect(document.text).toBe(TEXT)
    expect(document.history.done).toEqual([])
  })

  it('tells of no problem that is there already', () => {
    const broken = TEXT.replace('needs: [draft]', 'needs: [nobody, draft]')
    const { result } = preview({ type: 'disconnect', from: 'draft', to: 'check' }, broken)
    expect(result.ok && result.value.newProblems).toEqual([])
    expect(result.ok && result.value.removedEdges.map(({ key }) => key)).toEqual(['need:draft>check'])
  })

  it('refuses what would be refused', () => {
    const { result } = preview({ type: 'connect', from: 'check', to: 'collect' })
    expect(result.ok).toBe(false)
    expect(!result.ok && result.diagnostics[0]!.message).toContain('cycle')
  })

  it('says what is added', () => {
    const { result } = preview({ type: 'add', node: { id: 'tone', needs: ['draft'] }, after: 'draft' })
    expect(result.ok && [result.value.addedNodes.map(({ key }) => key), result.value.addedEdges.map(({ key }) => key)]).toEqual([['tone'], ['need:draft>tone']])
  })
})
