import { describe, expect, it } from 'vitest'
import { referenceContext } from './completion-context.ts'

/** The caret is where the bar stands. */
function at(marked: string) {
  const offset = marked.indexOf('|')
  return referenceContext(marked.replace('|', ''), offset)
}

describe('what the caret wants', () => {
  it('is an id in a flow list of needs', () => {
    expect(at('nodes:\n  - id: draft\n    needs: [col|')).toMatchObject({ field: 'needs', typed: 'col', node: 'draft' })
    expect(at('nodes:\n  - id: draft\n    needs: [collect, |]\n')).toMatchObject({ field: 'needs', typed: '' })
  })

  it('is an id in a short-form node', () => {
    expect(at('  - {id: b, needs: [a, |], prompt: p}')).toMatchObject({ field: 'needs', node: 'b' })
  })

  it('is an id below `routes:`, whatever the indentation and comments', () => {
    expect(at('  - id: r\n    routes:\n      - a\n      # the other way\n      - b|')).toMatchObject({ field: 'routes', typed: 'b', node: 'r' })
    expect(at('  - id: r\n    routes:\n    - |')).toMatchObject({ field: 'routes' })
  })

  it('is an id in JSON, on one line or several', () => {
    expect(at('{ "id": "b", "needs": ["a", "c|"] }')).toMatchObject({ field: 'needs', typed: 'c' })
    expect(at('      "needs": [\n        "a",\n        "|"')).toMatchObject({ field: 'needs' })
  })

  it('is an id after `needs:` alone', () => {
    expect(at('  - id: b\n    needs: a|')).toMatchObject({ field: 'needs', typed: 'a' })
  })

  it('is nothing of ours in a prompt, in a list of other things, or after the list', () => {
    expect(at('  - id: b\n    prompt: needs |')).toBeNull()
    expect(at('  - id: b\n    tools:\n      - |')).toBeNull()
    expect(at('  - id: b\n    needs: [a]\n    pro|')).toBeNull()
    expect(at('nodes:\n  - |')).toBeNull()
  })
})
