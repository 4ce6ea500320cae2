import { describe, expect, it } from 'vitest'
import type { Command } from '../dialects/command.ts'
import { analyse } from './analyse.ts'
import { applyCommand, applyNoting } from './apply.ts'
import { editText } from './edit.ts'
import { openDocument } from './open.ts'
import type { WorkflowDocument } from './types.ts'
import { entryToUndo, redo, undo } from './undo.ts'

const TEXT = `name: notes  # shown
nodes:
  - id: collect
    prompt: List the commits.

  # writes
  - id: draft
    needs: [collect]
    prompt: Write.
`
const open = (text = TEXT): WorkflowDocument => openDocument({ text, format: 'yaml' })

function apply(document: WorkflowDocument, command: Command): WorkflowDocument {
  const result = applyCommand(document, command)
  if (!result.ok) throw new Error(result.diagnostics[0]!.message)
  return result.value
}

describe('applyCommand', () => {
  it('edits the text, as one labelled entry of the history', () => {
    const document = apply(open(), { type: 'rename', node: 'collect', to: 'gather' })
    expect(document.text).toBe(TEXT.replace('id: collect', 'id: gather').replace('[collect]', '[gather]'))
    expect(document.revision).toBe(1)
    expect(entryToUndo(document)).toMatchObject({ label: 'Rename collect to gather', origin: 'canvas' })
    expect(undo(document).text).toBe(TEXT)
  })

  it('changes nothing where the value stands already, and is not put off by a tag, an anchor or an alias there', () => {
    const document = open(`name: !!str notes
x-base: &base { on_error: abort }
agents: &all [one, two]
workflow:
  nodes:
    - id: a
      <<: *base
      tool: !!str echo
      tools: *all
      routes: b
    - id: b
  edges:
    - from: a
      to: b
      if: &yes "{{.x}}"
    - from: b
      to: a
      if: *yes
      max_iterations: 2
`)
    const commands: Command[] = [
      { type: 'setDocument', field: 'name', value: 'notes' },
      { type: 'setField', node: 'a', field: 'tool', value: 'echo' },
      { type: 'setField', node: 'a', field: 'on_error', value: 'abort' },
      { type: 'setField', node: 'a', field: 'tools', value: ['one', 'two'] },
      { type: 'setField', node: 'a', field: 'routes', value: ['b'] },
      { type: 'setEdge', from: 'a', to: 'b', field: 'if', value: '{{.x}}' },
      { type: 'setEdge', from: 'b', to: 'a', field: 'if', value: '{{.x}}' },
    ]
    for (const command of commands) expect(apply(document, command)).toBe(document)
    const other = applyCommand(document, { type: 'setEdge', from: 'b', to: 'a', field: 'if', value: '{{.y}}' })
    expect(other.ok ? '' : other.diagnostics[0]!.code).toBe('refused/alias')
  })

  it.each(['[x]', '[]', 'x', '\n        - x'])('takes the key of a list along that is cleared: %s', (list) => {
    const text = `workflow:\n  nodes:\n    - id: a\n      tools: ${list}\n  edges:\n    - from: a\n`.replace(': \n', ':\n')
    expect(apply(open(text), { type: 'setField', node: 'a', field: 'tools', value: undefined }).text).toBe('workflow:\n  nodes:\n    - id: a\n  edges:\n    - from: a\n')
    const dag = `nodes:\n  - id: a\n    prompt: p\n    tools: ${list}\n`.replace(': \n', ':\n')
    expect(apply(open(dag), { type: 'setField', node: 'a', field: 'tools', value: undefined }).text).toBe('nodes:\n  - id: a\n    prompt: p\n')
  })

  it('takes who asks, the selection and the key of a burst along', () => {
    const first = applyCommand(open(), { type: 'setField', node: 'draft', field: 'prompt', value: 'W' }, undefined, { origin: 'inspector', coalesce: 'field:draft.prompt', at: 0, selection: { nodes: ['draft'] } })
    expect(first.ok && entryToUndo(first.value)).toMatchObject({ origin: 'inspector', label: 'Change prompt of draft', selection: { nodes: ['draft'] } })
    const second = first.ok && applyCommand(first.value, { type: 'setField', node: 'draft', field: 'prompt', value: 'Wr' }, undefined, { origin: 'inspector', coalesce: 'field:draft.prompt', at: 100 })
    expect(second && second.ok && second.value.history.done).toHaveLength(1)
    expect(second && second.ok && undo(second.value).text).toBe(TEXT)
  })

  it('analyses first when the analysis lags', () => {
    const document = open()
    const old = analyse(document)
    const edited = editText(document, [{ range: { start: TEXT.length, end: TEXT.length }, text: '  - id: late\n    prompt: p\n' }])
    const result = applyCommand(edited, { type: 'connect', from: 'draft', to: 'late' }, old)
    expect(result.ok && result.value.text).toBe(`${TEXT}  - id: late\n    prompt: p\n    needs: [draft]\n`)
  })

  it('gives back the same document when a command changes nothing', () => {
    const document = open()
    expect(apply(document, { type: 'setField', node: 'draft', field: 'prompt', value: 'Write.' })).toBe(document)
    expect(apply(document, { type: 'rename', node: 'draft', to: 'draft' })).toBe(document)
    expect(apply(document, { type: 'setFormat', format: 'yaml' })).toBe(document)
    expect(apply(document, { type: 'batch', label: 'Nothing', commands: [] })).toBe(document)
  })

  it('refuses to edit a text that does not parse, and says which line to mend', () => {
    const document = editText(open(), [{ range: { start: TEXT.indexOf(']'), end: TEXT.indexOf(']') + 1 }, text: '' }])
    const result = applyCommand(document, { type: 'rename', node: 'draft', to: 'x' }, analyse(open()))
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'refused/syntax', severity: 'error' }] })
    expect(!result.ok && result.diagnostics[0]!.message).toMatch(/^The text does not parse: mend line [89] first\.$/)
    expect(!result.ok && result.diagnostics[0]!.range).toBeDefined()
  })

  it('says of a text that is too large that it is', () => {
    const result = applyCommand(open(`name: ${'x'.repeat(5 * 1024 * 1024)}`), { type: 'add', node: { id: 'a', prompt: 'p' } })
    expect(!result.ok && result.diagnostics[0]).toMatchObject({ code: 'refused/syntax', message: expect.stringContaining('longer than 4 MB') as string })
  })

  it('leaves everything as it is when a rule forbids the command', () => {
    const result = applyCommand(open(), { type: 'rename', node: 'draft', to: 'collect' })
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'refused/rule' }] })
  })

  it('starts a file from nothing', () => {
    expect(apply(open(''), { type: 'add', node: { id: 'a', prompt: 'p' } }).text).toBe('nodes:\n  - id: a\n    prompt: p\n')
  })
})

describe('a batch', () => {
  const batch: Command = {
    type: 'batch',
    label: 'Insert check',
    commands: [
      { type: 'add', node: { id: 'check', kind: 'verifier', prompt: 'Check.' }, after: 'collect' },
      { type: 'connect', from: 'collect', to: 'check' },
      { type: 'disconnect', from: 'collect', to: 'draft' },
      { type: 'connect', from: 'check', to: 'draft' },
    ],
  }

  it('is one entry, each command seeing what those before it did', () => {
    const document = apply(open(), batch)
    expect(document.history.done).toHaveLength(1)
    expect(entryToUndo(document)!.label).toBe('Insert check')
    expect(analyse(document).view.edges.map(({ key }) => key)).toEqual(['need:collect>check', 'need:check>draft'])
    expect(undo(document).text).toBe(TEXT)
    expect(redo(undo(document)).text).toBe(document.text)
  })

  it('is what its commands are one by one', () => {
    let document = open()
    if (batch.type === 'batch') for (const command of batch.commands) document = apply(document, command)
    expect(apply(open(), batch).text).toBe(document.text)
  })

  it('does nothing when one of its commands is refused', () => {
    const result = applyCommand(open(), { type: 'batch', label: 'x', commands: [{ type: 'rename', node: 'draft', to: 'write' }, { type: 'rename', node: 'draft', to: 'again' }] })
    expect(result.ok).toBe(false)
  })

  it('may hold batches and a change of format', () => {
    const document = apply(open(), { type: 'batch', label: 'All', commands: [batch, { type: 'setFormat', format: 'json' }, { type: 'rename', node: 'check', to: 'verify' }] })
    expect(document.format).toBe('json')
    expect(JSON.parse(document.text)).toMatchObject({ name: 'notes', nodes: [{ id: 'collect' }, { id: 'verify', needs: ['collect'] }, { id: 'draft', needs: ['verify'] }] })
    expect(document.history.done).toHaveLength(1)
    expect(undo(document)).toMatchObject({ text: TEXT, format: 'yaml' })
  })
})

describe('setFormat', () => {
  it('tells which comments have no place in JSON', () => {
    const document = openDocument({ text: '# one\nnodes:\n  - id: a # two\n', format: 'yaml' })
    const applied = applyNoting(document, { type: 'batch', label: 'All', commands: [{ type: 'setFormat', format: 'json' }] })
    expect(applied).toMatchObject({ ok: true, value: { notices: [{ code: 'convert/comments-lost', severity: 'warning' }] } })
    expect(applyNoting(document, { type: 'setFormat', format: 'yaml' })).toEqual({ ok: true, value: { document, notices: [] } })
  })

  it('is one entry that undo takes back, text and format', () => {
    const json = apply(open(), { type: 'setFormat', format: 'json' })
    expect(json.format).toBe('json')
    expect(analyse(json)).toMatchObject({ format: 'json', stale: false })
    expect(entryToUndo(json)!.label).toBe('Convert to JSON')
    expect(undo(json)).toMatchObject({ text: TEXT, format: 'yaml' })
    expect(redo(undo(json))).toMatchObject({ text: json.text, format: 'json' })
  })

  it('keeps the objects of the view', () => {
    const before = analyse(openDocument({ text: TEXT.replace('  # writes\n', ''), format: 'yaml' }))
    const json = apply(openDocument({ text: before.source.text, format: 'yaml' }), { type: 'setFormat', format: 'json' })
    expect(analyse(json, before).view).toBe(before.view)
  })
})

describe('labels', () => {
  it.each<[Command, string]>([
    [{ type: 'add', node: { id: 'x', kind: 'Verifier' } }, 'Add verifier'],
    [{ type: 'add', node: { id: 'x' } }, 'Add agent'],
    [{ type: 'remove', nodes: ['draft'] }, 'Delete draft'],
    [{ type: 'remove', nodes: ['collect', 'draft'] }, 'Delete 2 nodes'],
    [{ type: 'disconnect', from: 'collect', to: 'draft' }, 'Disconnect collect from draft'],
    [{ type: 'setField', node: 'draft', field: 'max_turns', value: 3 }, 'Change max turns of draft'],
    [{ type: 'setField', node: 'draft', field: ['needs', 0], value: undefined }, 'Clear needs.0 of draft'],
    [{ type: 'setDocument', field: 'description', value: 'd' }, 'Change description'],
    [{ type: 'setDocument', field: 'name', value: undefined }, 'Clear name'],
    [{ type: 'setComment', node: 'draft', text: 'a' }, 'Change note of draft'],
    [{ type: 'setComment', node: 'draft', text: undefined }, 'Remove note of draft'],
    [{ type: 'moveNode', node: 'draft', before: 'collect' }, 'Move draft before collect'],
    [{ type: 'moveNode', node: 'collect' }, 'Move collect to the end'],
  ])('say %j as %s', (command, label) => {
    expect(entryToUndo(apply(open(), command))!.label).toBe(label)
  })

  it('fit into a menu', () => {
    expect(entryToUndo(apply(open(), { type: 'rename', node: 'draft', to: `${'x'.repeat(60)}\ny` }))!.label).toBe(`Rename draft to ${'x'.repeat(39)}…`)
  })
})
