import { describe, expect, it } from 'vitest'
import { run } from './testing/open.ts'

const TEXT = `# The loop
name: f
workflow:
  entry: refine
  output: ship
  nodes:
    - id: refine
      tool: improve   # better each time
      output: draft
    # Judges.
    - id: judge
      kind: verifier
      prompt: "Is {{.draft}} good?"
      output: verdict
    - id: ship
      tool: send
      input: '{"text": {{.draft | toJson}}, "ok": "{{.verdict.pass}}"}'
  edges:
    - from: refine
      to: judge
      max_iterations: 4
    # Two rounds are usually enough.
    - from: judge
      to: refine
      if: "{{not .verdict.pass}}"   # again
      max_iterations: 3
    - from: judge
      to: ship
`

describe('commands on a flow', () => {
  it('add a node where it is wanted, in the order of the fields', () => {
    expect(run(TEXT, { type: 'add', node: { id: 'ask', prompt: 'Go?', kind: 'gate' }, after: 'judge' })).toBe(
      TEXT.replace('    - id: ship\n', '    - id: ask\n      kind: gate\n      prompt: "Go?"\n    - id: ship\n'))
    expect(run('name: f\nworkflow:\n  nodes: []\n', { type: 'add', node: { id: 'a', tool: '' } })).toBe('name: f\nworkflow:\n  nodes:\n    - id: a\n      tool: ""\n')
    expect(run(TEXT, { type: 'add', node: { id: 'end' } })).toMatch(/^refused\/rule: The id `end` is reserved/)
    expect(run(TEXT, { type: 'add', node: { id: 'judge' } })).toMatch(/already taken/)
  })

  it('remove a node with its edges, and what names it at the head', () => {
    const after = run(TEXT, { type: 'remove', nodes: ['ship'] })
    expect(after).toBe(TEXT.replace('  output: ship\n', '').replace(/    - id: ship\n(?: {6}.*\n)+/, '').replace('    - from: judge\n      to: ship\n', ''))
    expect(run(TEXT, { type: 'remove', nodes: ['judge'] })).toBe(
      '# The loop\nname: f\nworkflow:\n  entry: refine\n  output: ship\n  nodes:\n    - id: refine\n      tool: improve   # better each time\n      output: draft\n    - id: ship\n      tool: send\n      input: \'{"text": {{.draft | toJson}}, "ok": "{{.verdict.pass}}"}\'\n  edges: []\n')
    expect(run(TEXT, { type: 'remove', nodes: ['refine', 'judge', 'ship'] })).toBe('# The loop\nname: f\nworkflow:\n  nodes: []\n  edges: []\n')
  })

  it('keep a flow at the root a flow when its last edge goes', () => {
    const text = 'name: f\nnodes:\n  - id: a\n  - id: b\nedges:\n  - from: a\n    to: b\n'
    expect(run(text, { type: 'disconnect', from: 'a', to: 'b' })).toBe('name: f\nnodes:\n  - id: a\n  - id: b\nedges: []\n')
    expect(run('name: f\nnodes: [{id: a}, {id: b}]\nedges: [{from: a, to: b}]\n', [{ type: 'disconnect', from: 'a', to: 'b' }, { type: 'connect', from: 'b', to: 'a' }]))
      .toBe('name: f\nnodes: [{id: a}, {id: b}]\nedges:\n  - from: b\n    to: a\n')
  })

  it('rename a node everywhere', () => {
    expect(run(TEXT, { type: 'rename', node: 'refine', to: 'improve' })).toBe(
      TEXT.replace('entry: refine', 'entry: improve').replace('id: refine', 'id: improve').replace('from: refine', 'from: improve').replace('to: refine', 'to: improve'))
    expect(run(TEXT, { type: 'rename', node: 'ship', to: 'no' })).toContain('output: "no"')
    expect(run(TEXT, { type: 'rename', node: 'ship', to: 'end' })).toMatch(/reserved/)
  })

  it('connect behind the last edge, to the end too, and refuse what leads nowhere', () => {
    expect(run(TEXT, { type: 'connect', from: 'ship', to: 'end' })).toBe(`${TEXT}    - from: ship\n      to: end\n`)
    expect(run(TEXT, { type: 'connect', from: 'end', to: 'ship' })).toMatch(/Nothing comes after the end/)
    expect(run(TEXT, { type: 'connect', from: 'refine', to: 'judge' })).toMatch(/already leads to `judge`/)
    expect(run(TEXT, { type: 'connect', from: 'judge', to: 'refine' })).toBe(`${TEXT}    - from: judge\n      to: refine\n`)
    expect(run('workflow:\n  nodes:\n    - id: a\n', { type: 'connect', from: 'a', to: 'a' })).toBe('workflow:\n  nodes:\n    - id: a\n  edges:\n    - from: a\n      to: a\n')
  })

  it('remove, lead elsewhere and change one of several edges between the same two', () => {
    const text = 'nodes: [{id: a}, {id: b}, {id: c}]\nedges:\n- {from: a, to: b, if: "{{.x}}"} # one\n- {from: a, to: b} # two\n'
    expect(run(text, { type: 'disconnect', from: 'a', to: 'b', index: 1 })).toBe('nodes: [{id: a}, {id: b}, {id: c}]\nedges:\n- {from: a, to: b, if: "{{.x}}"} # one\n')
    expect(run(text, { type: 'retarget', from: 'a', to: 'b', index: 1, newTo: 'c' })).toBe(text.replace('to: b} # two', 'to: c} # two'))
    expect(run(text, { type: 'retarget', from: 'a', to: 'b', newFrom: 'c', newTo: 'end' })).toBe(text.replace('{from: a, to: b, if', '{from: c, to: end, if'))
    expect(run(text, { type: 'setEdge', from: 'a', to: 'b', index: 1, field: 'max_iterations', value: 3 })).toBe(text.replace('to: b} # two', 'to: b, max_iterations: 3} # two'))
    expect(run(text, { type: 'setEdge', from: 'a', to: 'b', field: 'if', value: undefined })).toBe(text.replace(', if: "{{.x}}"', ''))
    expect(run(text, { type: 'disconnect', from: 'a', to: 'b', index: 2 })).toMatch(/No 3rd edge leads/)
    expect(run(TEXT, { type: 'setEdge', from: 'judge', to: 'refine', field: 'if', value: '{{eq .verdict.pass false}}' })).toBe(TEXT.replace('{{not .verdict.pass}}', '{{eq .verdict.pass false}}'))
    expect(run(TEXT, { type: 'setEdge', from: 'judge', to: 'ship', field: 'max_iterations', value: 'x' })).toMatch(/whole number/)
  })

  it('move an edge among those of its node, with its comments', () => {
    const moved = run(TEXT, { type: 'moveEdge', from: 'judge', to: 'ship', place: 0 })
    expect(moved).toBe(TEXT.replace('    # Two rounds are usually enough.\n', '    - from: judge\n      to: ship\n    # Two rounds are usually enough.\n').replace(/      max_iterations: 3\n    - from: judge\n      to: ship\n$/, '      max_iterations: 3\n'))
    expect(run(moved, { type: 'moveEdge', from: 'judge', to: 'ship', place: 1 })).toBe(TEXT)
    expect(run(TEXT, { type: 'moveEdge', from: 'judge', to: 'ship', place: 1 })).toBe(TEXT)
  })

  it('rename the item of a list, and its place with it, within its node alone', () => {
    const text = `nodes:
  - id: a
    tool: t
    for_each: '{{ .trigger }}'
    item_var: page
    input: '{"n": {{ .page_index }}, "page": {{ .page | toJson }}, "pager": "{{ .pager }}"}'
  - id: b
    tool: t
    input: '{{ .page }}'
edges: []
`
    expect(run(text, { type: 'renameOutput', from: 'a/page', to: 'sheet' })).toBe(
      text.replace('item_var: page', 'item_var: sheet').replace('.page_index }}, "page": {{ .page |', '.sheet_index }}, "page": {{ .sheet |'),
    )
  })

  it('rename an output wherever a template reads it, and nothing else', () => {
    expect(run(TEXT, { type: 'renameOutput', from: 'draft', to: 'text' })).toBe(TEXT.replace('output: draft', 'output: text').replace('{{.draft}} good', '{{.text}} good').replace('{{.draft | toJson}}', '{{.text | toJson}}'))
    expect(run(TEXT, { type: 'renameOutput', from: 'verdict', to: 'v' })).toBe(TEXT.replace('output: verdict', 'output: v').replaceAll('.verdict.pass', '.v.pass'))
    expect(run(TEXT, { type: 'renameOutput', from: 'verdict', to: 'trigger' })).toMatch(/reserved/)
  })

  it('set fields of nodes and of the file', () => {
    expect(run(TEXT, { type: 'setField', node: 'refine', field: 'on_error', value: 'retry' })).toBe(TEXT.replace('      output: draft\n', '      output: draft\n      on_error: retry\n'))
    expect(run(TEXT, { type: 'setDocument', field: 'entry', value: undefined })).toBe(TEXT.replace('  entry: refine\n', ''))
    expect(run(TEXT, { type: 'setDocument', field: 'max_node_executions', value: 20 })).toBe(`${TEXT}  max_node_executions: 20\n`)
    expect(run(TEXT, { type: 'setDocument', field: 'description', value: 'Loops.' })).toBe(TEXT.replace('name: f\n', 'name: f\ndescription: Loops.\n'))
    expect(run('name: f\nnodes: [{id: a}]\nedges: []\n', { type: 'setDocument', field: 'entry', value: 'a' })).toBe('name: f\nentry: a\nnodes: [{id: a}]\nedges: []\n')
    expect(run(TEXT, { type: 'setDocument', field: 'model', value: 'openai:gpt-5-mini' })).toContain('llm:\n')
  })

  it('move and annotate nodes', () => {
    expect(run(TEXT, { type: 'setComment', node: 'ship', text: 'Out it goes' })).toBe(TEXT.replace('    - id: ship\n', '    # Out it goes\n    - id: ship\n'))
    expect(run(TEXT, [{ type: 'moveNode', node: 'ship', before: 'judge' }, { type: 'moveNode', node: 'ship' }])).toBe(TEXT)
    expect(run(TEXT, { type: 'setComment', node: 'end', text: 'x' })).toMatch(/^refused\/rule/)
  })
})
