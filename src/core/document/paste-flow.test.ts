import { describe, expect, it } from 'vitest'
import { analyse } from './analyse.ts'
import { pasteNodes } from './apply.ts'
import { copyNodes } from './copy.ts'
import { openDocument } from './open.ts'
import { undo } from './undo.ts'

const TEXT = `name: f
workflow:
  nodes:
    - id: refine
      tool: improve   # better
      output: draft
    # Judges.
    - id: judge
      tool: rate
      input: '{{.draft}}'
    - id: ship
      tool: send
  edges:
    - from: refine
      to: judge
      max_iterations: 4
    # Back.
    - from: judge
      to: refine
      if: "{{not .ok}}"
      max_iterations: 3
    - from: judge
      to: ship
`
const open = (text = TEXT, format: 'yaml' | 'json' = 'yaml') => openDocument({ text, format })

function paste(text: string, into = TEXT, format: 'yaml' | 'json' = 'yaml') {
  const document = open(into, format)
  const result = pasteNodes(document, { text })
  if (!result.ok) return { text: `${result.diagnostics[0]!.code}: ${result.diagnostics[0]!.message}`, keys: [], notices: [] }
  expect(undo(result.value.document).text).toBe(into)
  return { text: result.value.document.text, keys: result.value.keys, notices: result.value.notices.map(({ message }) => message) }
}

describe('nodes of a flow on the clipboard', () => {
  it('bring the edges among them along, with their text', () => {
    expect(copyNodes(analyse(open()), ['refine', 'judge'])).toBe(`nodes:
- id: refine
  tool: improve   # better
  output: draft
# Judges.
- id: judge
  tool: rate
  input: '{{.draft}}'
edges:
- from: refine
  to: judge
  max_iterations: 4
# Back.
- from: judge
  to: refine
  if: "{{not .ok}}"
  max_iterations: 3
`)
    expect(copyNodes(analyse(open()), ['ship'])).toBe('- id: ship\n  tool: send\n')
  })

  it('get free ids, and their edges lead among the copies', () => {
    const { text, keys, notices } = paste(copyNodes(analyse(open()), ['refine', 'judge']))
    expect(keys).toEqual(['refine_2', 'judge_2'])
    expect(notices).toEqual([])
    expect(text).toBe(TEXT
      .replace('      tool: send\n', `      tool: send
    - id: refine_2
      tool: improve   # better
      output: draft
    # Judges.
    - id: judge_2
      tool: rate
      input: '{{.draft}}'
`).concat(`    - from: refine_2
      to: judge_2
      max_iterations: 4
    # Back.
    - from: judge_2
      to: refine_2
      if: "{{not .ok}}"
      max_iterations: 3
`))
  })

  it('come into a flow at the root, into JSON, and as one node or a bare list', () => {
    expect(paste('id: x\ntool: t\n', 'nodes:\n  - id: a\nedges: []\n').text).toBe('nodes:\n  - id: a\n  - id: x\n    tool: t\nedges: []\n')
    expect(paste('- id: x # here\n- id: y\n', 'nodes:\n  - id: a\nedges: []\n').text).toBe('nodes:\n  - id: a\n  - id: x # here\n  - id: y\nedges: []\n')
    const json = paste(copyNodes(analyse(open()), ['judge', 'ship']), '{"workflow": {"nodes": [{"id": "a", "tool": "t"}], "edges": []}}', 'json')
    expect(JSON.parse(json.text)).toEqual({ workflow: { nodes: [{ id: 'a', tool: 't' }, { id: 'judge', tool: 'rate', input: '{{.draft}}' }, { id: 'ship', tool: 'send' }], edges: [{ from: 'judge', to: 'ship' }] } })
    expect(paste('nodes: [{id: x, prompt: p}]\n').keys).toEqual(['x'])
  })

  it('keep edges to nodes that are here, and tell of those that are not', () => {
    const { text, notices } = paste('workflow:\n  nodes:\n    - id: x\n  edges:\n    - {from: x, to: ship}\n    - {from: x, to: nowhere}\n    - {from: x, to: end}\n')
    expect(text).toContain('    - from: x\n      to: ship\n    - from: x\n      to: end\n')
    expect(notices).toEqual(['References to `nowhere` were not pasted: there is no such node here.'])
  })

  it('do not come from another kind of file', () => {
    expect(paste('workflow: {steps: [{id: a, tool: t}]}').text).toMatch(/^refused\/rule: There are no nodes/)
    expect(paste(copyNodes(analyse(open()), ['refine', 'judge']), 'name: d\nnodes:\n  - id: a\n    prompt: p\n').text).toMatch(/^refused\/rule: There are no nodes/)
  })
})
