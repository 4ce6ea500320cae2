import { describe, expect, it } from 'vitest'
import type { Json } from '../../diagnostic.ts'
import { isWhole, nodeAt } from '../find.ts'
import { readSource } from '../read.ts'
import { toJson } from '../to-json.ts'
import type { Format, PathOp } from '../tree.ts'
import { patch } from './patch.ts'
import { renderJson, renderYaml } from './render.ts'

const NODE_KEYS = ['id', 'kind', 'agent', 'prompt', 'needs', 'routes', 'max_turns', 'output_format']
const FILE_KEYS = ['name', 'description', 'nodes']

function edited(text: string, ops: readonly PathOp[], format: Format = 'yaml'): string {
  const result = patch(readSource(text, format), ops)
  if (!result.ok) throw new Error(result.diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'))
  return result.value.text
}

function read(text: string, format: Format = 'yaml'): Json {
  const source = readSource(text, format)
  expect(source.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return toJson(source.root)
}

describe('files as people write them', () => {
  it('changes one line of a file in many styles', () => {
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
    expect(edited(text, [])).toBe(text)
    expect(edited(text, [{ op: 'set', path: ['nodes', 1, 'prompt'], value: 'Write it now.' }]))
      .toBe(text.replace('"Write it."', '"Write it now."'))
  })

  it('changes a title without touching templates elsewhere', () => {
    const text = `name: triage
description: old words

nodes:
  - id: ask   # keep
    prompt: "Sort {{ .trigger }} by risk"

  - id: reply
    needs: [ask]
    prompt: 'Answer with {{ .ask }}'
`
    expect(edited(text, [{ op: 'set', path: ['description'], value: 'new words', keyOrder: FILE_KEYS }]))
      .toBe(text.replace('old words', 'new words'))
  })

  it('keeps commented-out items and the comment at the end', () => {
    const text = `name: x
nodes:
  - id: a
    prompt: p
  # - id: b
  #   needs: [a]
  #   prompt: later

# todo: add a checker
`
    const added = edited(text, [{ op: 'insert', path: ['nodes'], index: 1, value: { id: 'c', needs: ['a'], prompt: 'q' } }])
    expect(added).toBe(`name: x
nodes:
  - id: a
    prompt: p
  - id: c
    needs: [a]
    prompt: q
  # - id: b
  #   needs: [a]
  #   prompt: later

# todo: add a checker
`)
    expect(edited(added, [{ op: 'delete', path: ['nodes', 1] }])).toBe(text)
  })

  it('keeps commented-out items when the last item goes', () => {
    const text = `name: x
nodes: # all
  # of a
  - id: a
    prompt: p
    # deeper
  # - id: b
  #   prompt: later

# todo: add a checker
`
    expect(edited(text, [{ op: 'delete', path: ['nodes', 0] }])).toBe(`name: x
  # - id: b
  #   prompt: later

# todo: add a checker
`)
  })

  it('adds a key after the last one that comes before it, and leaves order and quotes', () => {
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
    expect(edited(text, [{ op: 'set', path: ['nodes', 1, 'max_turns'], value: 2, keyOrder: NODE_KEYS }]))
      .toBe(text.replace('there"\n', 'there"\n    max_turns: 2\n'))
  })

  it('quotes text that would be cut by a comment', () => {
    const text = 'name: t\nnodes:\n  - id: a\n    prompt: p\n  - id: b\n    prompt: color is a#b\n'
    const after = edited(text, [{ op: 'set', path: ['nodes', 1, 'prompt'], value: 'Fix issue #12 and close it' }])
    expect(after).toBe(text.replace('color is a#b', '"Fix issue #12 and close it"'))
    expect(nodeAt(readSource(after, 'yaml'), ['nodes', 1, 'prompt'])).toMatchObject({ value: 'Fix issue #12 and close it' })
  })

  it('keeps one byte order mark at the start', () => {
    const text = '\ufeffname: win\nnodes:\n  - id: a\n    prompt: p\n'
    expect(edited(text, [{ op: 'set', path: ['nodes', 0, 'prompt'], value: 'q' }])).toBe(text.replace('prompt: p', 'prompt: q'))
    expect(edited(text, [{ op: 'rename', path: ['name'], to: 'title' }])).toBe(text.replace('name', 'title'))
    expect(edited(text, [{ op: 'set', path: ['description'], value: 'd', keyOrder: ['description', 'name'] }]))
      .toBe('\ufeffdescription: d\nname: win\nnodes:\n  - id: a\n    prompt: p\n')
    const json = '\ufeff{"name": "win"}'
    expect(edited(json, [{ op: 'set', path: ['name'], value: 'q' }], 'json')).toBe('\ufeff{"name": "q"}')
  })

  it('keeps CRLF, in new lines too', () => {
    const text = 'name: win\r\n# keep\r\nnodes:\r\n  - id: a\r\n    prompt: |\r\n      one\r\n      two\r\n  - id: b\r\n    needs: [a]\r\n    prompt: z\r\n'
    expect(edited(text, [{ op: 'set', path: ['nodes', 1, 'id'], value: 'c' }])).toBe(text.replace('id: b', 'id: c'))
    expect(edited(text, [{ op: 'set', path: ['nodes', 0, 'prompt'], value: 'one\n1.5\ntwo\n' }])).toBe(text.replace('one\r\n', 'one\r\n      1.5\r\n'))
    const added = edited(text, [{ op: 'insert', path: ['nodes'], index: 2, value: { id: 'c', prompt: 'x\ny' } }])
    expect(added).toBe(`${text}  - id: c\r\n    prompt: |-\r\n      x\r\n      y\r\n`)
  })

  it('keeps every line its own line end in a file that mixes them', () => {
    const text = 'name: m\nnodes:\r\n  - id: a\n    prompt: |\r\n      l1\n      l2\r\n'
    expect(edited(text, [{ op: 'set', path: ['nodes', 0, 'prompt'], value: 'l1\nL2\n' }])).toBe(text.replace('l2', 'L2'))
    expect(edited(text, [{ op: 'set', path: ['nodes', 0, 'id'], value: 'b' }])).toBe(text.replace('id: a', 'id: b'))
  })

  it('leaves tabs that are legal', () => {
    const text = 'name:\tt\nnodes:\n  - id: a\t# note\n    prompt: |\n      col1\tcol2\n      \tindented\n  - id: b\n    prompt: p\n'
    expect(edited(text, [{ op: 'set', path: ['nodes', 1, 'prompt'], value: 'q' }])).toBe(text.replace('prompt: p', 'prompt: q'))
    expect(edited(text, [{ op: 'set', path: ['nodes', 0, 'id'], value: 'c' }])).toBe(text.replace('id: a', 'id: c'))
    expect(edited(text, [{ op: 'set', path: ['name'], value: 'u' }])).toBe(text.replace('\tt\n', '\tu\n'))
  })

  it('quotes words that some readers take for booleans, and leaves those that are written', () => {
    const text = 'name: no\nnodes:\n  - id: no\n    prompt: off\n  - id: yes\n    needs: [no]\n    agent: on\n    prompt: y\n'
    expect(edited(text, [{ op: 'insert', path: ['nodes'], index: 2, value: { id: 'off', needs: ['yes'], prompt: 'n' } }]))
      .toBe(`${text}  - id: "off"\n    needs: ["yes"]\n    prompt: "n"\n`)
  })

  it('keeps unknown keys and the key `on`', () => {
    const text = 'on:\n  push: {branches: [main]}\nname: ci\nnodes:\n  - id: a\n    prompt: p\n    x-owner: team-docs\n'
    expect(edited(text, [{ op: 'set', path: ['nodes', 0, 'prompt'], value: 'q' }])).toBe(text.replace('prompt: p', 'prompt: q'))
  })

  it.each([
    ['# TODO: describe the flow\n\n# - collect\n', '# TODO: describe the flow\n\n# - collect\n\nnodes:\n  - id: a\n    prompt: p\n'],
    ['', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['\n\n', '\n\nnodes:\n  - id: a\n    prompt: p\n'],
    ['  ', '  \nnodes:\n  - id: a\n    prompt: p\n'],
    ['# x', '# x\n\nnodes:\n  - id: a\n    prompt: p\n'],
    ['null\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['{}\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['nodes:\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['nodes: # none\n', 'nodes: # none\n  - id: a\n    prompt: p\n'],
    ['nodes: []\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['nodes: ~\n', 'nodes:\n  - id: a\n    prompt: p\n'],
    ['---\n', '---\nnodes:\n  - id: a\n    prompt: p\n'],
    ['---\n# x\n...\n', '---\n# x\n\nnodes:\n  - id: a\n    prompt: p\n...\n'],
    ['--- {}\n', '---\nnodes:\n  - id: a\n    prompt: p\n'],
    ['name: x', 'name: x\nnodes:\n  - id: a\n    prompt: p'],
    ['\ufeff', '\ufeffnodes:\n  - id: a\n    prompt: p\n'],
  ])('adds a first node to %j', (text, expected) => {
    expect(edited(text, [{ op: 'insert', path: ['nodes'], index: 0, value: { id: 'a', prompt: 'p' }, keyOrder: FILE_KEYS }])).toBe(expected)
  })

  it('never wraps a long line', () => {
    const long = `See https://docs.example.org/guides/${'section-'.repeat(20)}end and then answer in one sentence with the page title, the date, and the owner.`
    const text = `name: w\nnodes:\n  - id: a\n    prompt: "${long}"\n  - id: b\n    needs: [a]\n    prompt: q\n`
    const first = edited(text, [{ op: 'set', path: ['nodes', 1, 'prompt'], value: 'r' }])
    expect(first).toBe(text.replace('prompt: q', 'prompt: r'))
    expect(edited(first, [{ op: 'set', path: ['nodes', 0, 'prompt'], value: `${long} Now` }])).toBe(first.replace('owner."', 'owner. Now"'))
    const huge = 'x'.repeat(200_000)
    expect(edited(text, [{ op: 'set', path: ['nodes', 1, 'prompt'], value: huge }])).toBe(text.replace('prompt: q', `prompt: ${huge}`))
  })

  const EXACT = ['a \nb\n', '  lead\nx', '\n\nx', 'x\n\n\n', 'x', 'a\tb\n\tc\n', 'l1\r\nl2', '- x\n# y\n', 'trail ', 'tab\t', '---\nx', '\u2028x\u0085y', '%a\nb']

  it.each(EXACT)('holds %j exactly, wherever and however it is written', (value) => {
    const yaml = 'nodes:\n  - id: a\n    prompt: p\n\n  - id: b\n    prompt: |\n      old\n\n  - {id: c, prompt: p}\n  - id: d\n    prompt: "p"\n  - id: e\n    prompt: \'p\'\n'
    for (let index = 0; index < 5; index += 1) {
      const after = edited(yaml, [{ op: 'set', path: ['nodes', index, 'prompt'], value }])
      expect(nodeAt(readSource(after, 'yaml'), ['nodes', index, 'prompt'])).toMatchObject({ value })
    }
    const json = '{"nodes": [{"id": "a", "prompt": "p"}]}\n'
    const inJson = edited(json, [{ op: 'set', path: ['nodes', 0, 'prompt'], value }], 'json')
    expect(JSON.parse(inJson)).toEqual({ nodes: [{ id: 'a', prompt: value }] })
    expect(read(renderYaml(JSON.parse(inJson) as Json))).toEqual({ nodes: [{ id: 'a', prompt: value }] })
    expect(JSON.parse(renderJson(read(renderYaml({ a: value, b: [value, { c: value }] }))))).toEqual({ a: value, b: [value, { c: value }] })
  })

  it('does not turn a comment after an empty text into the text', () => {
    const text = 'name: e\nnodes:\n  - id: a\n    prompt: |\n# - id: old\n  - id: b\n    prompt: p\n'
    expect(edited(text, [{ op: 'set', path: ['nodes', 1, 'prompt'], value: 'q' }])).toBe(text.replace('prompt: p', 'prompt: q'))
    expect(edited(text, [{ op: 'set', path: ['nodes', 0, 'prompt'], value: 'now\nsome\n' }]))
      .toBe(text.replace('|\n', '|\n      now\n      some\n'))
  })

  it('fills quotes that hold a place as somebody would write the text, and keeps those around a text', () => {
    for (const quotes of ['""', "''"]) {
      const text = `nodes:\n  - id: a\n    prompt: ${quotes}  # what to do\n  - id: b\n`
      const filled = (value: string) => edited(text, [{ op: 'set', path: ['nodes', 0, 'prompt'], value }])
      expect(filled('Say so.')).toBe(text.replace(quotes, 'Say so.'))
      expect(filled('yes')).toBe(text.replace(quotes, `${quotes[0]}yes${quotes[0]}`))
      expect(filled('one\ntwo\n')).toBe('nodes:\n  - id: a\n    prompt: |  # what to do\n      one\n      two\n  - id: b\n')
      expect(edited(`nodes: [{id: a, prompt: ${quotes}}]\n`, [{ op: 'set', path: ['nodes', 0, 'prompt'], value: 'Say so.' }])).toBe('nodes: [{id: a, prompt: Say so.}]\n')
    }
    expect(edited('a: "x"\n', [{ op: 'set', path: ['a'], value: 'y' }])).toBe('a: "y"\n')
  })

  it('gives a text that was typed on one line lines of its own when it gets a second one', () => {
    const typed = ['L', 'Look:', 'Look: x', 'Look: x\n', 'Look: x\ny']
    const text = typed.reduce((before, value) => edited(before, [{ op: 'set', path: ['nodes', 0, 'prompt'], value }]), 'nodes:\n  - prompt: ""\n  - id: b\n')
    expect(text).toBe('nodes:\n  - prompt: |-\n      Look: x\n      y\n  - id: b\n')
    // Whoever writes line ends as escapes goes on doing so.
    expect(edited('a: "x\\ny"\n', [{ op: 'set', path: ['a'], value: 'x\nz' }])).toBe('a: "x\\nz"\n')
  })

  it('writes JSON that a strict reader takes and that may stand in a page', () => {
    const value = 'l1\nl2\t\u0007 "q" \\ </script> \u2028 <!-- end \ud800'
    const after = edited('{"name": "e", "nodes": [{"id": "a", "prompt": ""}]}', [{ op: 'set', path: ['nodes', 0, 'prompt'], value }], 'json')
    expect(JSON.parse(after)).toEqual({ name: 'e', nodes: [{ id: 'a', prompt: value }] })
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(after).not.toMatch(/[\u0000-\u001f\u2028\u2029]|<\/|<!--|[\ud800-\udfff]/)
  })

  it('keeps text as text when a whole file is written', () => {
    const file = {
      name: 'true', description: '123',
      nodes: [
        { id: 'null', agent: '~', prompt: '- [ ] todo', output_format: '{a: b}' },
        { id: 'bad: key', needs: ['null'], prompt: '*star & co' },
        { id: '# x', needs: ['bad: key'], prompt: '@at `tick` %p !t |', 'odd: key #': { '': 'x', '? y': ['z'] } },
      ],
    }
    expect(read(renderYaml(file))).toEqual(file)
    expect(renderYaml(file)).toContain('    needs: ["null"]\n')
    expect(JSON.parse(renderJson(file))).toEqual(file)
  })

  it('refuses a text that cannot be read', () => {
    const result = patch(readSource('name: v\nnodes:\n  - id: a\n    prompt: p\n  - id: b\n    needs: [a\n    prompt: q\n', 'yaml'), [
      { op: 'set', path: ['name'], value: 'w' },
    ])
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'refused/syntax' }] })
    expect(isWhole(readSource('a: [b', 'yaml'))).toBe(false)
  })
})
