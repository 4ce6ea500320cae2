import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../text/apply.ts'
import { isWhole } from '../find.ts'
import { readSource } from '../read.ts'
import { minimalEdit } from '../../text/minimal.ts'
import type { Source } from '../tree.ts'
import { rereadSpans } from './reread.ts'

/** As typing does: the change is known by its outcome alone. */
function reread(previous: Source, text: string): Source | null {
  const edit = minimalEdit(previous.text, text)
  return edit === null ? previous : rereadSpans(previous, text, [edit])
}

const HEAD = ['name: n\n', '# top\nname: n\n\n', '', '---\n', '\uFEFFname: n\n', 'x-base: &base {kind: verifier}\n', 'name: n\r\n', 'x-a: &p text\n']
const LIST = ['nodes:\n', 'nodes: # all of them\n  # the first\n', 'workflow:\n  description: d\n  steps:\n', 'nodes:\r\n', 'nodes:\n\n']
const FIELDS = [
  'prompt: p',
  'prompt: |\n    two\n\n    lines',
  'prompt: |+\n    kept\n\n',
  'prompt: >-\n    folded\n    text\n  # under',
  'prompt: "quoted\n    over lines" # c',
  "prompt: 'it''s'",
  'needs: [a, b]',
  'needs:\n  - a # first\n  - b',
  'needs:\n- a\n- b',
  'needs: [a,\n    b]',
  '# only a comment',
  'kind:',
  'x: {a: 1, b: [1, 2]}',
  'prompt: text  ',
  'prompt:\ttabs\there',
  'prompt: plain\n    over lines',
  'model: *p',
  'agent: &q reviewer',
  '<<: *base',
  'tools: !!seq [a]',
  'id\u200B: odd',
  'prompt: Fix #1 # cut',
]
const TAIL = ['', 'description: d\n', '# last\n', '\n\n', '...\n', 'x-z: *p\nx-y: [1]\n', '    # deep\n# shallow\nz: 1\n']

/** Files whose list of nodes stands at any depth and column, with whatever may stand in an item. */
const someText = fc
  .record({
    head: fc.constantFrom(...HEAD),
    list: fc.constantFrom(...LIST),
    dash: fc.constantFrom(2, 0, 4),
    items: fc.array(fc.tuple(fc.array(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 4 }), fc.constantFrom('', '\n', '# between\n', '      # deep\n', '\n# a\n\n')), { minLength: 1, maxLength: 5 }),
    tail: fc.constantFrom(...TAIL),
    crlf: fc.constantFrom(false, false, true),
  })
  .map(({ head, list, dash, items, tail, crlf }) => {
    const nested = list.startsWith('workflow') ? 2 : 0
    const pad = ' '.repeat(Math.max(dash, nested))
    const body = items.map(([fields, between], i) => {
      const lines = [`id: n${i}`, ...fields].join('\n').replaceAll('\n', `\n${pad}  `).replaceAll(/\n +(?=\n)/g, '\n')
      return `${pad}- ${lines}\n${between}`
    })
    const text = head + list + body.join('') + tail
    return crlf ? text.replaceAll(/\r?\n/g, '\r\n') : text
  })

const PIECES = ['a', ' ', '  ', '\n', '\r\n', '\r', '\t', ':', ': ', '#', ' # c', '-', '- ', '\n  - id: x', '\n- y', '\n    k: v', '"', "'", '[', ']', '{', '}', ',', '|', '|\n', '>', '&a ', '*a', '*p', '!t ', '---', '\n---\n', '\n...\n', '\n%YAML 1.1\n', '\uFEFF', '\u00A0', '\u200B', '\uD800', '\u0000', '?', '? ', '<<: *base', '\n\n', 'é', '\n# c\n', '  \n']

const someEdit = (text: string) =>
  fc.record({ start: fc.nat(text.length), length: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(40) }), piece: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.constant('') }) })
    .map(({ start, length, piece }) => ({ range: { start, end: Math.min(text.length, start + length) }, text: piece }))

const someChange = someText.chain((before) => fc.record({ before: fc.constant(before), edit: someEdit(before) }))

describe('reading again what was typed', () => {
  it('gives what reading the whole text gives, or nothing', () => {
    let read = 0
    let tried = 0
    fc.assert(
      fc.property(someChange, ({ before, edit }) => {
        const previous = readSource(before, 'yaml')
        if (!isWhole(previous)) return
        const text = applyEdits(before, [edit])
        tried += 1
        const again = reread(previous, text)
        if (again === null) return
        read += 1
        expect(again).toEqual(readSource(text, 'yaml'))
      }),
      { numRuns: Number(process.env['HEDDLE_CASES'] || 3_000) },
    )
    // The law says nothing unless it is put to use.
    expect(read / tried).toBeGreaterThan(0.15)
  }, 600_000)

  it('keeps the very objects of what stands before, and of what stands behind a change of no length', () => {
    const text = 'nodes:\n  - id: a\n  - id: k\n  - id: b\n  - id: l\n  - id: c\nname: n\n'
    const previous = readSource(text, 'yaml')
    const again = reread(previous, text.replace('id: b', 'id: x'))!
    const items = (source: Source) => {
      const list = source.root?.kind === 'map' ? source.root.entries[0]!.value : null
      return list?.kind === 'list' ? list.items : []
    }
    expect(items(again)[0]).toBe(items(previous)[0])
    expect(items(again)[4]).toBe(items(previous)[4])
    expect(items(again)[2]).not.toBe(items(previous)[2])
  })

  it('leaves aliases bound to what they name', () => {
    const text = 'x: &p text\nnodes:\n  - id: a\n  - id: k\n  - id: b\n    model: &q m\n  - id: c\n    prompt: *p\n    model: *q\n'
    const previous = readSource(text, 'yaml')
    const again = reread(previous, text.replace('id: a', 'id: first'))!
    expect(again).toEqual(readSource(text.replace('id: a', 'id: first'), 'yaml'))
    const [x, nodes] = again.root?.kind === 'map' ? again.root.entries : []
    const list = nodes?.value?.kind === 'list' ? nodes.value.items : []
    const fields = (i: number) => (list[i]?.value?.kind === 'map' ? list[i].value.entries.map(({ value }) => value) : [])
    const [, prompt, model] = fields(3)
    expect(prompt?.kind === 'alias' && prompt.target).toBe(x!.value)
    expect(model?.kind === 'alias' && model.target).toBe(fields(2)[1])
  })

  it('moves what was found elsewhere along', () => {
    const text = 'nodes:\n  - id: a\n  - id: c\n  - id: b\u0007\n'
    const previous = readSource(text, 'yaml')
    expect(previous.diagnostics).toHaveLength(1)
    const longer = text.replace('id: a', 'id: first\n    kind: critic\n  - id: second')
    const again = reread(previous, longer)
    expect(again).toEqual(readSource(longer, 'yaml'))
    expect(again?.diagnostics[0]?.path).toEqual(['nodes', 3, 'id'])
  })

  it.each([
    ['JSON', 'json', '{"nodes": [{"id": "a"}]}', '{"nodes": [{"id": "b"}]}'],
    ['an item that now has a document marker', 'yaml', 'nodes:\n  - id: a\n  - id: b\n', 'nodes:\n  - id: a\n---\n  - id: b\n'],
    ['an item whose anchor others use', 'yaml', 'nodes:\n  - id: &p a\n  - id: *p\n', 'nodes:\n  - id: &p b\n  - id: *p\n'],
    ['a text that was broken', 'yaml', 'nodes:\n  - id: [a\n', 'nodes:\n  - id: [ab\n'],
  ] as const)('leaves to a full reading: %s', (_, format, before, after) => {
    expect(reread(readSource(before, format), after)).toBeNull()
  })
})
