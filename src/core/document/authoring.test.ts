import { describe, expect, it } from 'vitest'
import type { Command } from '../dialects/command.ts'
import type { DagDefinition } from '../dialects/dag/definition.ts'
import type { Format } from '../source/tree.ts'
import { analyse } from './analyse.ts'
import { applyCommand } from './apply.ts'
import { editText } from './edit.ts'
import { openDocument } from './open.ts'
import type { WorkflowDocument } from './types.ts'
import { redo, undo } from './undo.ts'

// Files that other editors damaged, each taken through the edits that damaged it.

const open = (text: string, format: Format = 'yaml'): WorkflowDocument => openDocument({ text, format })

function after(document: WorkflowDocument, ...commands: Command[]): WorkflowDocument {
  return commands.reduce((now, command) => {
    const result = applyCommand(now, command)
    if (!result.ok) throw new Error(`${result.diagnostics[0]!.code}: ${result.diagnostics[0]!.message}`)
    return result.value
  }, document)
}

const setPrompt = (node: string, value: string): Command => ({ type: 'setField', node, field: 'prompt', value })
const modelOf = (document: WorkflowDocument): DagDefinition => analyse(document).reading!.model as DagDefinition
const promptOf = (document: WorkflowDocument, id: string): string | undefined => modelOf(document).nodes.find((node) => node.id === id)?.prompt

function errorsOf(document: WorkflowDocument): string[] {
  return analyse(document).diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)
}

/** The lines of `b` that are not those of `a` at the same place; both must have the same number of lines. */
function changedLines(a: string, b: string): string[] {
  const [before, now] = [a, b].map((text) => text.split('\n'))
  expect(now).toHaveLength(before!.length)
  return now!.filter((line, i) => line !== before![i])
}

describe('a file edited on the canvas', () => {
  it('keeps four kinds of layout and four comments when a prompt changes', () => {
    const text = `# nightly digest - owner: docs team
name: digest   # shown in the list
nodes:
    # gather first
    - id: 'gather'
      prompt: >-
         Read the inbox
         and list topics.

    - {id: write, needs: [gather], prompt: "Write it."}   # short form
# last line, keep me
`
    const document = open(text)
    analyse(document)
    expect(document.text).toBe(text)
    expect(changedLines(text, after(document, setPrompt('write', 'Write it now.')).text)).toEqual(['    - {id: write, needs: [gather], prompt: "Write it now."}   # short form'])
  })

  it('changes one line when the description changes', () => {
    const text = `name: triage
description: old words

nodes:
  - id: ask   # keep
    prompt: "Sort {{ .trigger }} by risk"

  - id: reply
    needs: [ask]
    prompt: 'Answer with {{ .ask }}'
`
    expect(changedLines(text, after(open(text), { type: 'setDocument', field: 'description', value: 'new words' }).text)).toEqual(['description: new words'])
  })

  it('keeps what is commented out at the end, through an add and a remove', () => {
    const text = `name: x
nodes:
  - id: a
    prompt: p
  # - id: b
  #   needs: [a]
  #   prompt: later

# todo: add a checker
`
    const added = after(open(text), { type: 'add', node: { id: 'c', needs: ['a'], prompt: 'q' } })
    expect(added.text).toBe(text.replace('    prompt: p\n', '    prompt: p\n  - id: c\n    prompt: q\n    needs: [a]\n'))
    expect(modelOf(added).nodes.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(after(added, { type: 'remove', nodes: ['c'] }).text).toBe(text)
  })

  it('keeps the order of keys, quotes and spelling when a field is added', () => {
    const text = `nodes:
  - prompt: 'It''s ready'
    id: "one"
    kind: Verifier
  - needs:
    - one
    id: two
    prompt: "tab\\there"
name: 'q'
`
    const document = after(open(text), { type: 'setField', node: 'two', field: 'max_turns', value: 2 })
    expect(document.text).toBe(text.replace('here"\n', 'here"\n    max_turns: 2\n'))
    expect(modelOf(document).nodes[0]).toMatchObject({ kind: 'verifier', prompt: "It's ready" })
  })

  it('quotes a text that a comment would cut off', () => {
    const text = `name: t
nodes:
  - id: a
    prompt: Fix issue #12 and close it
  - id: b
    prompt: color is a#b
`
    const document = open(text)
    expect(promptOf(document, 'a')).toBe('Fix issue')
    expect(analyse(document).diagnostics.filter(({ code }) => code === 'text/cut-by-comment')).toHaveLength(1)
    const edited = after(document, setPrompt('b', 'Fix issue #12 and close it'))
    expect(changedLines(text, edited.text)).toHaveLength(1)
    expect(promptOf(edited, 'b')).toBe('Fix issue #12 and close it')
  })

  it.each([
    ['yaml', '\uFEFFname: win\nnodes:\n  - id: a\n    prompt: p\n'],
    ['json', '\uFEFF{\n  "name": "win",\n  "nodes": [\n    {"id": "a", "prompt": "p"}\n  ]\n}\n'],
  ] as const)('keeps one byte order mark in %s', (format, text) => {
    const document = open(text, format)
    expect(errorsOf(document)).toEqual([])
    expect(modelOf(document).name).toBe('win')
    const edited = after(document, setPrompt('a', 'q'))
    expect(edited.text.lastIndexOf('\uFEFF')).toBe(0)
    expect(changedLines(text, edited.text)).toHaveLength(1)
  })

  it('keeps CRLF on every line when a node is renamed', () => {
    const text = 'name: win\n# keep\nnodes:\n  - id: a\n    prompt: |\n      one\n      two\n  - id: b\n    needs: [a]\n    prompt: z\n'.replaceAll('\n', '\r\n')
    const document = open(text)
    expect(promptOf(document, 'a')).toBe('one\ntwo')
    const renamed = after(document, { type: 'rename', node: 'b', to: 'c' })
    expect(renamed.text).toBe(text.replace('id: b', 'id: c'))
    const added = after(document, setPrompt('a', 'l1\nl2\nl3'), { type: 'add', node: { id: 'd', prompt: 'x\ny' } })
    expect(added.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(promptOf(added, 'd')).toBe('x\ny')
  })

  it('leaves every line end of a mixed file as it is but those of the edited line', () => {
    const text = 'name: m\r\nnodes:\n  - id: a\r\n    prompt: |\n      l1\r\n      l2\n  - id: b\r\n    prompt: p\n'
    expect(promptOf(open(text), 'a')).toBe('l1\nl2')
    expect(after(open(text), setPrompt('b', 'q')).text).toBe(text.replace('prompt: p', 'prompt: q'))
  })

  it('keeps legal tabs through an edit of another node', () => {
    const text = 'name:\tt\nnodes:\n  - id: a\t# note\n    prompt: |\n      col1\tcol2\n      \tindented\n  - id: b\n    prompt: p\n'
    expect(errorsOf(open(text))).toEqual([])
    const edited = after(open(text), setPrompt('b', 'q'))
    expect(promptOf(edited, 'a')).toBe('col1\tcol2\n\tindented')
    expect(changedLines(text, edited.text)).toEqual(['    prompt: q'])
  })

  it('writes words that older readers take for booleans in quotes, and leaves those that are there', () => {
    const text = `name: no
nodes:
  - id: no
    prompt: off
  - id: yes
    needs: [no]
    agent: on
    prompt: y
`
    const document = after(open(text), { type: 'add', node: { id: 'off', needs: ['yes'], prompt: 'n' } })
    expect(document.text).toBe(`${text}  - id: "off"\n    prompt: "n"\n    needs: ["yes"]\n`)
    expect(modelOf(document).nodes.map(({ id, prompt }) => [id, prompt])).toEqual([['no', 'off'], ['yes', 'y'], ['off', 'n']])
  })

  it('leaves keys that it does not know alone', () => {
    const text = `on:
  push: {branches: [main]}
name: ci
nodes:
  - id: a
    prompt: p
    x-owner: team-docs
`
    const document = after(open(text), setPrompt('a', 'q'))
    expect(changedLines(text, document.text)).toEqual(['    prompt: q'])
    expect(analyse(document).diagnostics.every(({ severity }) => severity !== 'error')).toBe(true)
    const moved = after(document, { type: 'add', node: { id: 'b', prompt: 'r' } }, { type: 'rename', node: 'a', to: 'c' }, { type: 'moveNode', node: 'c' })
    expect(moved.text).toBe(text.replace('  - id: a\n    prompt: p\n', '  - id: b\n    prompt: r\n  - id: c\n    prompt: q\n'))
  })

  it('starts a list below the comments of an empty file', () => {
    const text = '# TODO: describe the flow\n\n# - collect\n'
    expect(errorsOf(open(text))).toEqual(['definition/no-nodes'])
    expect(after(open(text), { type: 'add', node: { id: 'a', prompt: 'p' } }).text).toBe(`${text}\nnodes:\n  - id: a\n    prompt: p\n`)
  })

  it.each([
    ['', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['nodes:\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['nodes: []\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['{}\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['null\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    [' \n\n', ' \n\nnodes:\n  - id: a\n    prompt: p\n'],
  ])('starts a list in %j', (text, expected) => {
    expect(errorsOf(open(text))).toEqual(['definition/no-nodes'])
    const document = after(open(text), { type: 'add', node: { id: 'a', prompt: 'p' } })
    expect(modelOf(document).nodes).toMatchObject([{ id: 'a', prompt: 'p' }])
    expect(document.text).toBe(expected)
  })

  it.each(['hello', '- a\n'])('does not add to %j, which is no workflow', (text) => {
    expect(errorsOf(open(text))).toContain('definition/not-a-map')
    const result = applyCommand(open(text), { type: 'add', node: { id: 'a', prompt: 'p' } })
    expect(result.ok).toBe(false)
  })

  it('gives a node a line of its own in brackets over several lines, behind a comment too', () => {
    for (const comment of ['', '  # all of them']) {
      const text = `nodes: [${comment}\n  {id: a, prompt: p}\n]\n`
      expect(after(open(text), { type: 'add', node: { id: 'b', prompt: 'q' } }).text).toBe(`nodes: [${comment}\n  {id: a, prompt: p},\n  {id: b, prompt: q}\n]\n`)
    }
  })

  it('never folds a long line', () => {
    const long = `See https://docs.example.org/guides/${'section-'.repeat(14)}end and then answer in one sentence with the page title, the date, and the owner.`
    const text = `name: w\nnodes:\n  - id: a\n    prompt: "${long}"\n  - id: b\n    needs: [a]\n    prompt: q\n`
    const first = after(open(text), setPrompt('b', 'r'))
    expect(changedLines(text, first.text)).toEqual(['    prompt: r'])
    const second = after(first, setPrompt('a', `${long} Thanks.`))
    expect(changedLines(first.text, second.text)).toEqual([`    prompt: "${long} Thanks."`])
    const longer = after(second, setPrompt('a', `${'word '.repeat(40_000)}end`))
    expect(longer.text.split('\n')).toHaveLength(text.split('\n').length)
  })

  it('does not make a comment part of an empty text', () => {
    const text = 'name: e\nnodes:\n  - id: a\n    prompt: |\n# - id: old\n  - id: b\n    prompt: p\n'
    expect(errorsOf(open(text))).toEqual(['node/missing-prompt'])
    const document = after(open(text), setPrompt('b', 'q'))
    expect(changedLines(text, document.text)).toEqual(['    prompt: q'])
    expect(errorsOf(document)).toEqual(['node/missing-prompt'])
  })

  it('keeps the last good graph while a bracket is open, and refuses to edit it', () => {
    const good = 'name: v\nnodes:\n  - id: a\n    prompt: p\n  - id: b\n    needs: [a]\n    prompt: q\n'
    const first = analyse(open(good))
    const at = good.indexOf(']')
    const typed = editText(open(good), [{ range: { start: at, end: at + 1 }, text: '' }])
    const stale = analyse(typed, first)
    expect(stale.stale).toBe(true)
    expect(stale.view).toBe(first.view)
    const result = applyCommand(typed, { type: 'moveNode', node: 'a' }, stale)
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'refused/syntax' }] })
    const closed = editText(typed, [{ range: { start: at, end: at }, text: ']' }])
    expect(analyse(closed, stale)).toMatchObject({ stale: false, diagnostics: [] })
    expect(undo(undo(closed)).text).toBe(good)
  })

  it('refuses to touch a node whose key stands twice, and leaves the text', () => {
    const text = 'name: d\nnodes:\n  - id: a\n    prompt: reviewed text\n    max_turns: 2\n    prompt: other text\n'
    const result = applyCommand(open(text), { type: 'rename', node: 'a', to: 'b' })
    expect(result.ok).toBe(false)
    expect(errorsOf(open(text))).toEqual(['yaml/duplicate-key'])
  })

  const TEXTS = ['a \nb\n', '  lead\nx', '\n\nx', 'x\n\n\n', 'x', 'a\tb\n\tc\n', 'l1\r\nl2', '- x\n# y\n', 'trail ', 'tab\t', '---\nx', '\u2028x\u0085y', '%a\nb']
  it.each(TEXTS.flatMap((value) => [['yaml', value], ['json', value]] as const))('holds in %s the text %j that it is given, and again in the other format', (format, value) => {
    const start = open(format === 'yaml' ? 'nodes:\n  - id: a\n    prompt: p\n    x-args: {}\n' : '{"nodes": [{"id": "a", "prompt": "p", "x-args": {}}]}', format)
    const document = after(start, setPrompt('a', value), { type: 'setField', node: 'a', field: ['x-args', 'text'], value })
    const values = (of: WorkflowDocument) => {
      const json = after(of, { type: 'setFormat', format: 'json' })
      return (JSON.parse(json.text) as { nodes: { prompt: string; 'x-args': { text: string } }[] }).nodes[0]!
    }
    expect(promptOf(document, 'a')).toBe(value.trim())
    expect(values(document)).toMatchObject({ prompt: value, 'x-args': { text: value } })
    const there = after(document, { type: 'setFormat', format: format === 'yaml' ? 'json' : 'yaml' })
    const back = after(there, { type: 'setFormat', format })
    expect(values(back)).toMatchObject({ prompt: value, 'x-args': { text: value } })
  })

  it('keeps texts that look like other values texts, from JSON to YAML and back', () => {
    const value = {
      name: 'true', description: '123',
      nodes: [
        { id: 'null', agent: '~', prompt: '- [ ] todo', output_format: '{a: b}' },
        { id: 'bad: key', needs: ['null'], prompt: '*star & co' },
        { id: '# x', needs: ['bad: key'], prompt: '@at `tick` %p !t |' },
      ],
    }
    const yaml = after(open(JSON.stringify(value), 'json'), { type: 'setFormat', format: 'yaml' })
    expect(analyse(yaml).view.edges).toHaveLength(2)
    expect(errorsOf(yaml)).toEqual([])
    expect(JSON.parse(after(yaml, { type: 'setFormat', format: 'json' }).text)).toEqual(value)
  })
})

describe('a graph edited on the canvas', () => {
  const rename = `name: rn
nodes:
  - {id: a, prompt: p}
  - {id: q, kind: router, needs: [a], routes: [b, c], prompt: p}
  - {id: b, needs: [q], prompt: "use {{ .a }}"}
  - {id: c, needs: [q, a], prompt: p}
`

  it('takes every reference along when a node is renamed, one step of undo each', () => {
    const once = after(open(rename), { type: 'rename', node: 'a', to: 'alpha' })
    const twice = after(once, { type: 'rename', node: 'b', to: 'beta' })
    expect(twice.text).toBe(`name: rn
nodes:
  - {id: alpha, prompt: p}
  - {id: q, kind: router, needs: [alpha], routes: [beta, c], prompt: p}
  - {id: beta, needs: [q], prompt: "use {{ .a }}"}
  - {id: c, needs: [q, alpha], prompt: p}
`)
    expect(undo(twice).text).toBe(once.text)
    for (const to of ['alpha', '  ', ' beta ']) {
      const result = applyCommand(twice, { type: 'rename', node: 'c', to })
      expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'refused/rule' }] })
    }
  })

  const graph = `name: del
nodes:
  - {id: a, prompt: p}
  - {id: b, needs: [a], prompt: p}
  - {id: c, needs: [b], prompt: p}
  - {id: r, kind: router, needs: [a], routes: [b, c], prompt: p}
`

  it('cleans what named a node when it is deleted, and undo brings all of it back', () => {
    const document = after(open(graph), { type: 'remove', nodes: ['b'] })
    expect(document.text).toBe(`name: del
nodes:
  - {id: a, prompt: p}
  - {id: c, needs: [], prompt: p}
  - {id: r, kind: router, needs: [a], routes: [c], prompt: p}
`)
    expect(errorsOf(document)).toEqual([])
    expect(undo(document).text).toBe(graph)
  })

  it('draws what a deletion in the text left dangling, and lets it be removed', () => {
    const line = '  - {id: b, needs: [a], prompt: p}\n'
    const at = graph.indexOf(line)
    const document = editText(open(graph), [{ range: { start: at, end: at + line.length }, text: '' }])
    const analysis = analyse(document)
    expect(analysis.diagnostics.map(({ code, node }) => [code, node])).toEqual([['needs/unknown', 'c'], ['routes/unknown', 'r']])
    expect(analysis.view.nodes.find(({ ghost }) => ghost)).toMatchObject({ key: 'b', index: -1 })
    expect(analysis.view.edges.filter(({ broken }) => broken).map(({ key }) => key)).toEqual(['need:b>c', 'route:r>b'])
    const mended = after(document, { type: 'disconnect', from: 'b', to: 'c', kind: 'need' }, { type: 'disconnect', from: 'r', to: 'b', kind: 'route' })
    expect(errorsOf(mended)).toEqual([])
    expect(modelOf(mended).nodes[2]).toMatchObject({ kind: 'router', routes: ['c'] })
  })

  it('says so when a router loses its last route, and keeps its kind', () => {
    const text = 'nodes:\n  - {id: r, kind: router, routes: [b], prompt: p}\n  - {id: b, prompt: p}\n'
    const document = after(open(text), { type: 'remove', nodes: ['b'] })
    expect(modelOf(document).nodes[0]).toMatchObject({ kind: 'router', routes: [] })
    expect(errorsOf(document)).toEqual(['router/no-routes'])
  })

  it('gives back five references and two nodes in one step, again and again', () => {
    const text = `nodes:
  - id: a
    prompt: p
  # the middle
  - id: b
    needs: [a]
    prompt: p

  - id: c
    needs:
      - b  # why
      - d
    prompt: p
  - {id: d, needs: [b], prompt: p}
  - {id: r, kind: router, routes: [b, c, d], prompt: p}
`
    const deleted = after(open(text), { type: 'remove', nodes: ['b', 'd'] })
    expect(modelOf(deleted).nodes.map(({ id, needs, routes }) => [id, needs, routes])).toEqual([['a', [], []], ['c', [], []], ['r', [], ['c']]])
    expect(undo(deleted).text).toBe(text)
    expect(redo(undo(deleted)).text).toBe(deleted.text)
    expect(undo(redo(undo(deleted))).text).toBe(text)
    const moved = after(undo(deleted), { type: 'moveNode', node: 'c', before: 'a' })
    expect(moved.text).not.toBe(text)
    expect(undo(moved).text).toBe(text)
    const typed = editText(undo(moved), [{ range: { start: 0, end: 0 }, text: '# top\n' }], { origin: 'text', coalesce: 'typing', at: 0 })
    const connected = after(typed, { type: 'connect', from: 'a', to: 'd' })
    expect(undo(connected).text).toBe(typed.text)
    expect(undo(undo(connected)).text).toBe(text)
  })
})
