import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, parseDocument, stringify } from 'yaml'
import { isWhole, nodeAt } from '../find.ts'
import { readSource } from '../read.ts'
import { brokenLaws } from '../testing/tree-laws.ts'
import { mapAt, plainly, problems, problemsOf, scalarAt, valueOf, written } from '../testing/show.ts'
import { yamlFile } from '../testing/workflow-file.ts'
import { toJson } from '../to-json.ts'

const RELEASE = `# notes - owner: docs team
name: digest   # shown in the list
nodes:
    # gather first
    - id: 'gather'
      prompt: >-
         Read the inbox
         and list topics.

    - {id: write, needs: [gather], prompt: "Write it."}   # short form
    - id: last
      prompt: | # header
        one
          two
      needs: write
# last line, keep me
`

describe('reading YAML', () => {
  it('gives the values of all styles', () => {
    expect(valueOf(RELEASE)).toEqual({
      name: 'digest',
      nodes: [
        { id: 'gather', prompt: 'Read the inbox and list topics.' },
        { id: 'write', needs: ['gather'], prompt: 'Write it.' },
        { id: 'last', prompt: 'one\n  two\n', needs: 'write' },
      ],
    })
    expect(problemsOf(RELEASE)).toEqual([])
  })

  it('finds every comment, in order, header comments included', () => {
    const { comments, text } = readSource(RELEASE, 'yaml')
    expect(comments.map(({ start, end }) => text.slice(start, end))).toEqual([
      '# notes - owner: docs team', '# shown in the list', '# gather first', '# short form', '# header', '# last line, keep me',
    ])
  })

  it('takes no text for a comment', () => {
    const text = 'a: "# no"\nb: \'# no\'\nc: x#no\nd: |\n  # no\ne: >\n  x\n\n  # no\nf: [a#no, "#"]\n# yes\ng: x\n  y#no\n'
    const source = readSource(text, 'yaml')
    expect(source.comments.map(({ start, end }) => text.slice(start, end))).toEqual(['# yes'])
  })

  it('says where each part stands: values without line ends, anchors or tags', () => {
    const text = 'a: &x !!str 1   # c\nb:\n  - &y\n    k: v\n  - *x\n?  q\n: r\ne:\nf: |2\n   x\n\ng: {h: , i}\n'
    const source = readSource(text, 'yaml')
    expect(problems(source)).toEqual([])
    const root = mapAt(source)
    expect(root.entries.map(({ range }) => text.slice(range.start, range.end))).toEqual([
      'a: &x !!str 1', 'b:\n  - &y\n    k: v\n  - *x', '?  q\n: r', 'e:', 'f: |2\n   x\n', 'g: {h: , i}',
    ])
    const a = scalarAt(source, 'a')
    expect([written(source, a), text.slice(a.outer.start, a.outer.end), a.anchor, a.tag, a.value]).toEqual(['1', '&x !!str 1', 'x', '!!str', '1'])
    const list = nodeAt(source, ['b'])
    expect(list?.kind === 'list' && list.items.map(({ range }) => text.slice(range.start, range.end))).toEqual(['- &y\n    k: v', '- *x'])
    expect(mapAt(source, 'b', 0).outer.start).toBe(text.indexOf('&y'))
    expect(nodeAt(source, ['e'])).toBeNull()
    expect(mapAt(source, 'g').entries.map(({ range, value }) => [text.slice(range.start, range.end), value])).toEqual([['h:', null], ['i', null]])
    expect(written(source, nodeAt(source, ['f']))).toBe('|2\n   x\n')
  })

  it('places the items of a flow list, a pair without braces included', () => {
    const text = 'a: [ x, "y" , {b: c}, d: e, ]\n'
    const source = readSource(text, 'yaml')
    const list = nodeAt(source, ['a'])
    expect(list?.kind === 'list' && list.items.map(({ range }) => text.slice(range.start, range.end))).toEqual(['x', '"y"', '{b: c}', 'd: e'])
    expect(valueOf(text)).toEqual({ a: ['x', 'y', { b: 'c' }, { d: 'e' }] })
  })

  it('keeps the source text of plain scalars beside what they mean', () => {
    const source = readSource('ids: [007, 1.10, 12e5, 0x1F, no, yes, on, 2024-05-15, ~, null, true, 0o17, 1_000, .5, "7"]\n', 'yaml')
    const list = nodeAt(source, ['ids'])
    const items = list?.kind === 'list' ? list.items.map(({ value }) => (value?.kind === 'scalar' ? [value.text, value.value] : null)) : []
    expect(items).toEqual([
      ['007', 7], ['1.10', 1.1], ['12e5', 1200000], ['0x1F', 31], ['no', 'no'], ['yes', 'yes'], ['on', 'on'], ['2024-05-15', '2024-05-15'],
      ['~', null], ['null', null], ['true', true], ['0o17', 15], ['1_000', '1_000'], ['.5', 0.5], ['7', '7'],
    ])
  })

  it('folds plain text of several lines', () => {
    expect(valueOf('a: one\n  two\n\n  three\n')).toEqual({ a: 'one two\nthree' })
  })

  it.each([
    ['one byte order mark', '\ufeffname: win\n', { name: 'win' }],
    ['CRLF', 'name: win\r\nprompt: |\r\n  one\r\n  two\r\nneeds: [a,\r\n  b]\r\n', { name: 'win', prompt: 'one\ntwo\n', needs: ['a', 'b'] }],
    ['mixed line ends', 'a:\r\n  - |\n    l1\n    l2\r\n', { a: ['l1\nl2\n'] }],
    ['a CR of its own', 'a: 1\rb:\r  - x\r  - |\r    y\r', { a: 1, b: ['x', 'y\n'] }],
    ['tabs where they may stand', 'name:\tt\nnodes:\n  - id: a\t# note\n    prompt: |\n      col1\tcol2\n      \tindented\n', { name: 't', nodes: [{ id: 'a', prompt: 'col1\tcol2\n\tindented\n' }] }],
    ['unseen line separators within text', 'a: "x\u2028y\u0085z"\n', { a: 'x\u2028y\u0085z' }],
    ['an escaped NUL', 'a: "a\\0b"\n', { a: 'a\0b' }],
    ['a leading ---, a final ...', '---\na: 1\n...\n', { a: 1 }],
    ['a final ---', 'a: 1\n---\n', { a: 1 }],
    ['a comment after block text without lines', 'nodes:\n  - id: a\n    prompt: |\n# - id: old\n  - id: b\n', { nodes: [{ id: 'a', prompt: '' }, { id: 'b' }] }],
    ['the same word in two Unicode forms as two', 'a: [caf\u00e9, cafe\u0301]\n', { a: ['caf\u00e9', 'cafe\u0301'] }],
    ['words of YAML 1.1', 'on:\n  push: {branches: [main]}\nyes: no\n', { on: { push: { branches: ['main'] } }, yes: 'no' }],
    ['keys that objects have', '__proto__: {x: 1}\nconstructor: 2\ntoString: 3\n', JSON.parse('{"__proto__": {"x": 1}, "constructor": 2, "toString": 3}')],
  ])('reads %s', (_, text, value) => {
    expect(problemsOf(text)).toEqual([])
    expect(valueOf(text)).toEqual(value)
  })

  it.each(['', '   ', '\n\n', '# TODO: describe the flow\n\n# - collect\n', '\ufeff', '---\n', '---\n...\n', '\ufeff# c\n'])('finds nothing in %j', (text) => {
    const source = readSource(text, 'yaml')
    expect([source.root, problems(source), isWhole(source)]).toEqual([null, [], true])
  })

  it('reads a file as YAML 1.2 whatever it says of itself', () => {
    expect(valueOf('%YAML 1.1\n---\na: yes\nb: 010\n')).toEqual({ a: 'yes', b: 10 })
    expect(problemsOf('%YAML 1.1\n---\na: yes\n')).toEqual([
      '1:1 warning yaml/directive This file is read as YAML 1.2, not 1.1: `yes` and `no` are text, for instance. Remove the line.',
    ])
  })

  it('reads text in braces without quotes as the map that it is, without an error of its own', () => {
    const source = readSource('prompt: {{ goal }}\n', 'yaml')
    expect(isWhole(source)).toBe(true)
    expect(nodeAt(source, ['prompt'])?.kind).toBe('map')
  })

  it('agrees with the library on files as people write them', () => {
    fc.assert(fc.property(yamlFile, (text) => {
      const source = readSource(text, 'yaml')
      expect(isWhole(source)).toBe(true)
      expect(brokenLaws(source)).toEqual([])
      expect(plainly(toJson(source.root))).toEqual(plainly(parse(text.replace(/^\ufeff/, ''), { merge: true, maxAliasCount: -1 })))
    }), { numRuns: 60 })
  })

  const options = fc.record({
    indent: fc.integer({ min: 1, max: 6 }).map((indent) => Math.max(indent, 2)),
    indentSeq: fc.boolean(),
    lineWidth: fc.constantFrom(0, 20, 80),
    defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const, 'BLOCK_LITERAL' as const, 'BLOCK_FOLDED' as const),
    collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
  })

  it('agrees with the library on any value in any style, with a tree that obeys its laws', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), options, (value, style) => {
      const text = stringify(value, { ...style, aliasDuplicateObjects: false })
      // Not all that it writes it can read, or reads as the same.
      fc.pre(parseDocument(text).errors.length === 0)
      const source = readSource(text, 'yaml')
      expect(problems(source).filter((problem) => !problem.includes('warning'))).toEqual([])
      expect(plainly(toJson(source.root))).toEqual(plainly(parse(text) as never))
      expect(brokenLaws(source)).toEqual([])
    }), { numRuns: 200 })
  })
})
