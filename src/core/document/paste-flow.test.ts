import { describe, expect, it } from 'vitest'
import { analyse } from './analyse.ts'
import { applyCommand, pasteNodes } from './apply.ts'
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
      output: draft_2
    # Judges.
    - id: judge_2
      tool: rate
      input: '{{.draft_2}}'
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

  it('set variables of their own, which their templates and conditions follow; what others set they go on reading', () => {
    const source = `workflow:
  nodes:
    - {id: topic, tool: t, output: topic}
    - id: write
      tool: t
      input: 'On {{ .topic }}, after {{ .draft | toJson }}'   # both
      output: draft
    - id: each
      tool: t
      for_each: '{{ .draft }}'
      item_var: page
      input: '{{ .page }} of {{ .topic }}'
  edges:
    - {from: write, to: each, if: '{{ .draft }}'}
`
    const copied = copyNodes(analyse(open(source)), ['write', 'each'])
    const { text } = paste(copied, source)
    expect(text).toContain(`    - id: write_2
      tool: t
      input: 'On {{ .topic }}, after {{ .draft_2 | toJson }}'   # both
      output: draft_2
    - id: each_2
      tool: t
      for_each: '{{ .draft_2 }}'
      item_var: page
      input: '{{ .page }} of {{ .topic }}'
`)
    expect(text).toMatch(/from: write_2, to: each_2, if: '\{\{ \.draft_2 \}\}'/)
    // The copy of one that only reads goes on reading the same.
    expect(paste(copyNodes(analyse(open()), ['judge'])).text).toContain("- id: judge_2\n      tool: rate\n      input: '{{.draft}}'\n")
    // Where nothing sets it, as after a cut, the name stays.
    expect(paste(copied, 'workflow:\n  nodes: []\n  edges: []\n').text).toContain('output: draft\n')
  })

  it('come back after a cut with the edges that they left behind, none of them twice', () => {
    const document = open()
    const copied = copyNodes(analyse(document), ['refine', 'judge'])
    const cut = applyCommand(document, { type: 'remove', nodes: ['refine', 'judge'], references: 'keep' })
    expect(cut.ok && cut.value.text).toContain('from: judge')
    const back = paste(copied, cut.ok ? cut.value.text : '')
    expect(back.keys).toEqual(['refine', 'judge'])
    expect(analyse(open(back.text)).view.edges.map(({ key }) => key).toSorted()).toEqual(analyse(document).view.edges.map(({ key }) => key).toSorted())
    expect(back.text.match(/# Back\./g)).toHaveLength(1)
  })

  it('set after a cut what they set, where others set it too, and only copies get names of their own', () => {
    const source = `workflow:
  nodes:
    - id: write
      tool: t
      output: draft
    - id: refine
      tool: t
      input: '{{.draft}}'
      output: draft
  edges:
    - from: write
      to: refine
      if: '{{.draft}}'
    - from: refine
      to: refine
      if: '{{not .draft.ok}}'
      max_iterations: 3
`
    const document = open(source)
    const cut = applyCommand(document, { type: 'remove', nodes: ['refine'], references: 'keep' })
    const back = pasteNodes(open(cut.ok ? cut.value.text : ''), { text: copyNodes(analyse(document), ['refine']) })
    expect(back.ok && back.value.outputs).toEqual([])
    expect(back.ok && back.value.document.text).toBe(source)

    const both = applyCommand(document, { type: 'remove', nodes: ['write', 'refine'], references: 'keep' })
    const again = paste(copyNodes(analyse(document), ['write', 'refine']), both.ok ? both.value.text : '')
    expect(analyse(open(again.text)).reading!.model).toEqual(analyse(document).reading!.model)

    const copy = pasteNodes(document, { text: copyNodes(analyse(document), ['refine']) })
    expect(copy.ok && copy.value.outputs).toEqual([{ from: 'draft', to: 'draft_2' }])
    expect(copy.ok && copy.value.document.text).toContain(`    - id: refine_2
      tool: t
      input: '{{.draft_2}}'
      output: draft_2
`)
    expect(copy.ok && copy.value.document.text).toContain("    - from: refine_2\n      to: refine_2\n      if: '{{not .draft_2.ok}}'\n")
  })

  it('come into a flow at the root, into JSON, and as one node or a bare list', () => {
    expect(paste('id: x\ntool: t\n', 'nodes:\n  - id: a\nedges: []\n').text).toBe('nodes:\n  - id: a\n  - id: x\n    tool: t\nedges: []\n')
    expect(paste('- id: x # here\n- id: y\n', 'nodes:\n  - id: a\nedges: []\n').text).toBe('nodes:\n  - id: a\n  - id: x # here\n  - id: y\nedges: []\n')
    const json = paste(copyNodes(analyse(open()), ['judge', 'ship']), '{"workflow": {"nodes": [{"id": "a", "tool": "t"}], "edges": []}}', 'json')
    expect(JSON.parse(json.text)).toEqual({ workflow: { nodes: [{ id: 'a', tool: 't' }, { id: 'judge', tool: 'rate', input: '{{.draft}}' }, { id: 'ship', tool: 'send' }], edges: [{ from: 'judge', to: 'ship' }] } })
    expect(paste('nodes: [{id: x, prompt: p}]\n').keys).toEqual(['x'])
  })

  it('come as one node without an id, known by what it calls', () => {
    expect(paste('tool: t\ninput: hello\n', 'nodes:\n  - id: a\nedges: []\n').text).toBe('nodes:\n  - id: a\n  - id: tool\n    tool: t\n    input: hello\nedges: []\n')
    expect(paste('name: a file without nodes\n').text).toMatch(/^refused\/rule: There are no nodes/)
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
