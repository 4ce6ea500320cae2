import { describe, expect, it } from 'vitest'
import { readSource } from '../read.ts'
import type { Format, PathOp } from '../tree.ts'
import { patch } from './patch.ts'

function edited(text: string, op: PathOp, format: Format = 'yaml'): string {
  const result = patch(readSource(text, format), [op])
  return result.ok ? result.value.text : `${result.diagnostics[0]?.code}`
}

const remove = (...path: (string | number)[]): PathOp => ({ op: 'delete', path })
const insert = (index: number, value: string): PathOp => ({ op: 'insert', path: ['l'], index, value })
const set = (path: readonly (string | number)[], value: string | number | null | readonly string[], keyOrder?: readonly string[]): PathOp =>
  ({ op: 'set', path, value, ...(keyOrder ? { keyOrder } : {}) })

describe('what goes with an item', () => {
  it.each<[string, string, PathOp, string]>([
    ['unbroken comment lines at its column above it', 'l:\n  - a\n  # one\n  # two\n  - b\n', remove('l', 1), 'l:\n  - a\n'],
    ['not those above a blank line', 'l:\n  - a\n  # one\n\n  # two\n  - b\n', remove('l', 1), 'l:\n  - a\n  # one\n'],
    ['not those at another column', 'l:\n  - a\n# one\n   # two\n  - b\n', remove('l', 1), 'l:\n  - a\n# one\n   # two\n'],
    ['deeper comment lines below it', 'l:\n  - a\n  - b\n    # one\n\n    # two\n  # three\n  - c\n', remove('l', 1), 'l:\n  - a\n  # three\n  - c\n'],
    ['the comment at the end of its line', 'l:\n  - a # one\n  - b # two\n', remove('l', 1), 'l:\n  - a # one\n'],
    ['not the comment of the next', 'l:\n  - a\n  # of b\n  - b\n', remove('l', 0), 'l:\n  # of b\n  - b\n'],
    ['the blank lines before it', 'l:\n  - a\n\n  # of b\n  - b\n\n  - c\n', remove('l', 1), 'l:\n  - a\n\n  - c\n'],
    ['the blank lines after it if it is the first', 'l:\n  # of a\n  - a\n\n\n  - b\n\n  - c\n', remove('l', 0), 'l:\n  - b\n\n  - c\n'],
    ['not blank lines that a value before it keeps', 'l:\n  - |+\n    a\n\n  - b\n\n  - c\n', remove('l', 1), 'l:\n  - |+\n    a\n\n  - c\n'],
    ['blank lines after it that a value before it would take in', 'l:\n  - |+\n    a\n\n  - b\n\n\n# end\n', remove('l', 1), 'l:\n  - |+\n    a\n\n# end\n'],
    ['all the lines of a text', 'l:\n  - a\n  - |  # header\n    b\n    # text\n\n    c\n# end\n', remove('l', 1), 'l:\n  - a\n# end\n'],
    ['its lines where lists are not indented', 'x:\n- a\n# of b\n- b\n# of y\ny: 1\n', remove('x', 1), 'x:\n- a\n# of y\ny: 1\n'],
    ['a final line end that was not there', 'l:\n  - a\n  - b', remove('l', 1), 'l:\n  - a'],
    ['its line ends', 'l:\r\n  - a\r\n  # c\r\n  - b\r\n', remove('l', 1), 'l:\r\n  - a\r\n'],
    ['lone CRs', 'l:\r  - a\r  # c\r  - b\rm: 1\r', remove('l', 1), 'l:\r  - a\rm: 1\r'],
    ['its dash when that stands alone', 'l:\n  -\n    id: a\n  -\n    # of id\n    id: b\n', remove('l', 1), 'l:\n  -\n    id: a\n'],
    ['the first of a list in a list', 'l:\n  - - a\n    - b\n', remove('l', 0, 0), 'l:\n  - - b\n'],
    ['the only one of a list in a list', 'l:\n  - - a # c\n  - b\n', remove('l', 0, 0), 'l:\n  - []\n  - b\n'],
  ])('%s', (_, text, op, expected) => {
    expect(edited(text, op)).toBe(expected)
  })
})

describe('what goes with a key', () => {
  it.each<[string, string, PathOp, string]>([
    ['its comments and its value', 'a: 1\n# of b\nb: # all\n  # of c\n  c: 1\n  # deeper\n# of d\nd: 2\n', remove('b'), 'a: 1\n# of d\nd: 2\n'],
    ['the first beside a dash: the next moves up', 'l:\n  - id: a # c\n    prompt: p\n', remove('l', 0, 'id'), 'l:\n  - prompt: p\n'],
    ['the first beside a dash, the next with a comment', 'l:\n  - id: a # c\n    # of p\n    prompt: p\n', remove('l', 0, 'id'), 'l:\n  -\n    # of p\n    prompt: p\n'],
    ['the only one of a map', 'm:\n  # of a\n  a: 1 # c\nn: 2\n', remove('m', 'a'), 'm: {}\nn: 2\n'],
    ['the only one of an item', 'l:\n  - a: 1 # c\n  - b\n', remove('l', 0, 'a'), 'l:\n  - {}\n  - b\n'],
    ['the only one of a file', '# head\n\n# of a\na: 1\n', remove('a'), '# head\n'],
    ['an explicit key', 'a: 1\n? b\n: 2\nc: 3\n', remove('b'), 'a: 1\nc: 3\n'],
    ['a list that becomes empty', 'a: 1\n# of l\nl: # c\n  # of x\n  - x\nb: 2\n', remove('l', 0), 'a: 1\nb: 2\n'],
    ['but not what is commented out under it', 'a: 1\nl:\n  - x\n  # - y\nb: 2\n', remove('l', 0), 'a: 1\n  # - y\nb: 2\n'],
    ['which moves left where it would become text', 'a: |\n  x\nl:\n  - x\n  # - y\nb: 2\n', remove('l', 0), 'a: |\n  x\n# - y\nb: 2\n'],
    ['a flow list stays', 'l: [x] # c\n', remove('l', 0), 'l: [] # c\n'],
    ['a flow map stays', 'm: { a: 1 }\n', remove('m', 'a'), 'm: {}\n'],
  ])('%s', (_, text, op, expected) => {
    expect(edited(text, op)).toBe(expected)
  })
})

describe('where a new item goes', () => {
  it.each<[string, string, PathOp, string]>([
    ['after the last one, before comments at or left of the dash', 'l:\n  - a\n  # x\n# y\n', insert(1, 'b'), 'l:\n  - a\n  - b\n  # x\n# y\n'],
    ['after deeper comments', 'l:\n  - a\n    # x\n  # y\n', insert(1, 'b'), 'l:\n  - a\n    # x\n  - b\n  # y\n'],
    ['with the blank lines of the item whose place it takes', 'l:\n  - a\n\n  # of b\n  - b\n', insert(1, 'z'), 'l:\n  - a\n\n  - z\n\n  # of b\n  - b\n'],
    ['with the blank lines of the last', 'l:\n  - a\n\n  - b\n', insert(2, 'z'), 'l:\n  - a\n\n  - b\n\n  - z\n'],
    ['before the first and its comments', 'l:\n  # of a\n  - a\n\n  - b\n', insert(0, 'z'), 'l:\n  - z\n\n  # of a\n  - a\n\n  - b\n'],
    ['without a final line end where there is none', 'l:\n- a', insert(1, 'b'), 'l:\n- a\n- b'],
    ['after a value that keeps blank lines', 'l:\n  - |+\n    a\n\n', insert(1, 'b'), 'l:\n  - |+\n    a\n\n  - b\n'],
    ['in brackets as they are', 'l: [ a,b ]\n', insert(1, 'z'), 'l: [ a,z,b ]\n'],
    ['in brackets over several lines', 'l: [\n  a,\n  b,\n]\n', insert(2, 'z'), 'l: [\n  a,\n  b,\n  z,\n]\n'],
    ['first in brackets', 'l: [a]\n', insert(0, 'z'), 'l: [z, a]\n'],
    ['in empty brackets', 'l: []\n', insert(0, 'z'), 'l: [z]\n'],
    ['beside one value that stands for a list', 'l: 007 # c\n', insert(1, 'z m'), 'l: [007, z m] # c\n'],
    ['before one value that stands for a list', 'l: a, b\n', insert(0, 'z'), 'l: [z, "a, b"]\n'],
    ['under a key without a value', 'l: # c\n# d\n', insert(0, 'z'), 'l: [z] # c\n# d\n'],
    ['with a key of its own', 'name: x\n\n# end\n', insert(0, 'z'), 'name: x\nl: [z]\n\n# end\n'],
    ['with the dash and gap of its neighbours', 'l:\n    -   a\n', insert(1, 'z'), 'l:\n    -   a\n    -   z\n'],
    ['in the quotes of its neighbours', "l:\n- 'a'\n", insert(1, 'z'), "l:\n- 'a'\n- 'z'\n"],
    ['before the first of a list in a list', 'x:\n- - a\n  - b\n', { op: 'insert', path: ['x', 0], index: 0, value: 'z' }, 'x:\n- - z\n  - a\n  - b\n'],
  ])('%s', (_, text, op, expected) => {
    expect(edited(text, op)).toBe(expected)
  })

  it('takes on the styles of its neighbours, key by key', () => {
    const text = `nodes:
    -   id: 'a'
        needs: []
    -   id: 'b'
        needs:
        - 'a'
        prompt: |
         text
        llm: { model: x }
`
    const value = { id: 'c', needs: ['a', 'b'], prompt: 'one\ntwo\n', llm: { model: 'z' }, other: { k: ['v'] } }
    expect(edited(text, { op: 'insert', path: ['nodes'], index: 2, value })).toBe(`${text}    -   id: 'c'
        needs:
        - 'a'
        - 'b'
        prompt: |
         one
         two
        llm: { model: z }
        other:
          k: [v]
`)
    const flow = 'nodes:\n  - { id: a, prompt: "p" } # c\n'
    expect(edited(flow, { op: 'insert', path: ['nodes'], index: 1, value: { id: 'b', prompt: 'one\ntwo' } }))
      .toBe(`${flow}  - { id: b, prompt: "one\\ntwo" }\n`)
  })
})

describe('where a new key goes', () => {
  const order = ['a', 'b', 'c', 'd']
  it.each<[string, string, PathOp, string]>([
    ['after the last present one that precedes it', 'b: 1\na: 2\n# of d\nd: 3\n', set(['c'], 1, order), 'b: 1\na: 2\nc: 1\n# of d\nd: 3\n'],
    ['first when none does', '# head\nb: 1\n', set(['a'], 1, order), 'a: 1\n# head\nb: 1\n'],
    ['first beside a dash', 'l:\n  - b: 1\n', set(['l', 0, 'a'], 1, order), 'l:\n  - a: 1\n    b: 1\n'],
    ['last when no order names it', 'b: 1\nd: 2\n', set(['x'], 1), 'b: 1\nd: 2\nx: 1\n'],
    ['in braces', 'm: {b: 1, d: 2}\n', set(['m', 'c'], 1, order), 'm: {b: 1, c: 1, d: 2}\n'],
    ['in empty braces', 'm: {}\n', set(['m', 'c'], 1, order), 'm: {c: 1}\n'],
    ['with the maps on the way to it', 'a: 1\n', set(['m', 'k', 'o'], 'v'), 'a: 1\nm:\n  k:\n    o: v\n'],
    ['below a key without a value', 'm: # c\nn: 1\n', set(['m', 'a'], 'v'), 'm: # c\n  a: v\nn: 1\n'],
    ['after all that the one before it owns', 'a:\n  - x # y\n  # z\nd: 1\n', set(['b'], 1, order), 'a:\n  - x # y\n  # z\nb: 1\nd: 1\n'],
  ])('%s', (_, text, op, expected) => {
    expect(edited(text, op)).toBe(expected)
  })
})

describe('a value that replaces another', () => {
  it.each<[string, string, PathOp, string]>([
    ['keeps single quotes', "a: 'x' # c\n", set(['a'], "it's"), "a: 'it''s' # c\n"],
    ['keeps double quotes', 'a: "x" # c\n', set(['a'], 'l1\nl2'), 'a: "l1\\nl2" # c\n'],
    ['leaves single quotes for a text of several lines', "a: 'x' # c\n", set(['a'], 'l1\nl2\n'), 'a: | # c\n  l1\n  l2\n'],
    ['is quoted when plain would not do', 'a: x\n', set(['a'], 'no'), 'a: "no"\n'],
    ['is a literal when it has several lines', 'a: x # c\nb: 1\n', set(['a'], 'l1\n\nl2'), 'a: |- # c\n  l1\n\n  l2\nb: 1\n'],
    ['stays a literal, with its comment', 'a: |  # c\n   x\n\nb: 1\n', set(['a'], 'y\nz'), 'a: |-  # c\n   y\n   z\n\nb: 1\n'],
    ['changes only the lines that change', 'a: |\n  one\n  two  \n  three\n', set(['a'], 'one\nTwo  \nthree\nfour\n'), 'a: |\n  one\n  Two  \n  three\n  four\n'],
    ['says an indentation only where it must', 'a: |\n    x\n', set(['a'], '  x\ny\n'), 'a: |4\n      x\n    y\n'],
    ['keeps blank lines in a literal that keeps them', 'a: |+\n  x\n\nb: 1\n', set(['a'], 'y\n'), 'a: |\n  y\n\nb: 1\n'],
    ['takes in blank lines that are there', 'a: |\n  x\n\nb: 1\n', set(['a'], 'x\n\n'), 'a: |+\n  x\n\nb: 1\n'],
    ['does without a literal where too many blank lines follow', 'a: |\n  x\n\n\nb: 1\n', set(['a'], 'x\n\n'), 'a: "x\\n\\n"\n\n\nb: 1\n'],
    ['leaves a literal when it becomes empty', 'a: |  # c\n  x\nb: 1\n', set(['a'], ''), 'a: ""  # c\nb: 1\n'],
    ['stays folded, line by line', 'a: >-\n   Read the\n   inbox and\n   list topics.\n\n   Twice.\n', set(['a'], 'Read the whole inbox and list topics.\nTwice.'), 'a: >-\n   Read the\n   whole\n   inbox and\n   list topics.\n\n   Twice.\n'],
    ['becomes a literal when it cannot fold', 'a: >\n  x\n', set(['a'], '- y\n    - z\n'), 'a: |\n  - y\n      - z\n'],
    ['stays plain over several lines', 'a: Read the\n  inbox and\n  list topics.\n', set(['a'], 'Read the inbox or list topics.'), 'a: Read the\n  inbox or\n  list topics.\n'],
    ['stays in quotes over several lines', 'a: "Read the\n  inbox,\n\n  then stop"\n', set(['a'], 'Read the "inbox",\nthen stop'), 'a: "Read the\n  \\"inbox\\",\n\n  then stop"\n'],
    ['is not wrapped', 'a: x\n', set(['a'], 'word '.repeat(100) + 'end'), `a: ${'word '.repeat(100)}end\n`],
    ['stands after a key without one', 'a:   # c\nb:\n', set(['a'], 'x'), 'a: x   # c\nb:\n'],
    ['stands in an item without one', 'l:\n  -\n  - b\n', set(['l', 0], 'x'), 'l:\n  - x\n  - b\n'],
    ['takes the place of a list', 'a: # c\n  # d\n  - x\n  - y\nb: 1\n', set(['a'], 'x'), 'a: x # c\nb: 1\n'],
    ['is a list in the place of a scalar', 'l:\n  - needs: a # c\n    id: b\n', set(['l', 0, 'needs'], ['x', 'z']), 'l:\n  - needs: [x, z] # c\n    id: b\n'],
    ['keeps the items of a list that stay', 'l:\n  - a # 1\n  # of b\n  - b\n  - c # 3\n', set(['l'], ['a', 'c', 'd']), 'l:\n  - a # 1\n  - c # 3\n  - d\n'],
    ['keeps the items in brackets that stay', 'l: [ "a",\n  b ]\n', set(['l'], ['a', 'x', 'b']), 'l: [ "a",\n  x,\n  b ]\n'],
    ['leaves plain text that says it already', 'id: 007\nl: [1.10, no]\n', { op: 'set', path: ['id'], value: '007', asText: true }, 'id: 007\nl: [1.10, no]\n'],
    ['quotes it where the value and not its look is meant', 'id: 007\n', set(['id'], '007'), 'id: "007"\n'],
    ['leaves plain items that say it already', 'l: [1.10, 007]\n', { op: 'set', path: ['l'], value: ['1.10', 'x', '007'], asText: true }, 'l: [1.10, x, 007]\n'],
    ['leaves aliases in a list that stay', 'a: &a x\nl: [*a, b]\n', set(['l'], ['x', 'c']), 'a: &a x\nl: [*a, c]\n'],
    ['is an empty list', 'l:\n  - a\n  # x\nm: 1\n', set(['l'], []), 'l: []\n  # x\nm: 1\n'],
  ])('%s', (_, text, op, expected) => {
    expect(edited(text, op)).toBe(expected)
  })

  it('changes only the keys of a map that differ', () => {
    const text = 'm:\n  a: 1 # x\n  # of b\n  b: 2\n  c: [1, 2] # y\n'
    expect(edited(text, { op: 'set', path: ['m'], value: { a: 1, k: 'new', c: [1, 3] } })).toBe('m:\n  a: 1 # x\n  k: new\n  c: [1, 3] # y\n')
  })
})

describe('moving and commenting', () => {
  const text = 'l:\n  # of a\n  - a # 1\n\n  - b\n    # deep\n\n  # of c\n  - c\n# end\n'
  it.each<[string, PathOp, string]>([
    ['down', { op: 'move', path: ['l'], from: 0, to: 2 }, 'l:\n  - b\n    # deep\n\n  # of c\n  - c\n\n  # of a\n  - a # 1\n# end\n'],
    ['up', { op: 'move', path: ['l'], from: 2, to: 0 }, 'l:\n  # of c\n  - c\n\n  # of a\n  - a # 1\n\n  - b\n    # deep\n# end\n'],
    ['by one', { op: 'move', path: ['l'], from: 1, to: 2 }, 'l:\n  # of a\n  - a # 1\n\n  # of c\n  - c\n\n  - b\n    # deep\n# end\n'],
    ['nowhere', { op: 'move', path: ['l'], from: 1, to: 1 }, text],
    ['a comment is added', { op: 'comment', path: ['l', 1], text: 'one\n\ntwo' }, text.replace('  - b', '  # one\n  #\n  # two\n  - b')],
    ['a comment is changed', { op: 'comment', path: ['l', 2], text: 'of c\nmore' }, text.replace('  # of c\n', '  # of c\n  # more\n')],
    ['a comment is removed', { op: 'comment', path: ['l', 0], text: undefined }, text.replace('  # of a\n', '')],
  ])('%s', (_, op, expected) => {
    expect(edited(text, op)).toBe(expected)
  })

  it('moves within brackets', () => {
    expect(edited('l: [a,  b,\n  c]\n', { op: 'move', path: ['l'], from: 0, to: 2 })).toBe('l: [b,  c,\n  a]\n')
  })
})

describe('JSON', () => {
  it.each<[string, string, PathOp, string]>([
    ['two spaces', '{\n  "l": [\n    "a"\n  ]\n}\n', insert(1, 'b'), '{\n  "l": [\n    "a",\n    "b"\n  ]\n}\n'],
    ['tabs', '{\n\t"l": []\n}', insert(0, 'b'), '{\n\t"l": [\n\t\t"b"\n\t]\n}'],
    ['one line', '{"l":["a"],"m":1}', insert(0, 'b'), '{"l":["b","a"],"m":1}'],
    ['one line with spaces', '{ "l": ["a"], "m": 1 }', set(['n'], 'x'), '{ "l": ["a"], "m": 1, "n": "x" }'],
    ['CRLF', '{\r\n  "a": 1\r\n}\r\n', set(['b'], 'x'), '{\r\n  "a": 1,\r\n  "b": "x"\r\n}\r\n'],
    ['the last', '{\n  "a": 1,\n  "b": 2\n}', remove('b'), '{\n  "a": 1\n}'],
    ['the first', '{\n  "a": 1,\n  "b": 2\n}', remove('a'), '{\n  "b": 2\n}'],
    ['the only one', '{\n  "l": [\n    1\n  ]\n}', remove('l', 0), '{\n  "l": []\n}'],
    ['an empty file', '', set(['a'], 1), '{\n  "a": 1\n}\n'],
    ['an empty map', '{}\n', set(['a'], 1), '{\n  "a": 1\n}\n'],
    ['text in place of the same number', '{"a": 7}', set(['a'], '7'), '{"a": "7"}'],
    ['a rename', '{"a": 1}', { op: 'rename', path: ['a'], to: 'b "c"' }, '{"b \\"c\\"": 1}'],
  ])('keeps its layout: %s', (_, text, op, expected) => {
    expect(edited(text, op, 'json')).toBe(expected)
  })

  it('lays a new node out as its neighbours', () => {
    const text = '{\n  "nodes": [\n    { "id": "a", "needs": [] },\n    { "id": "b", "needs": ["a"] }\n  ]\n}\n'
    expect(edited(text, { op: 'insert', path: ['nodes'], index: 2, value: { id: 'c', needs: ['a', 'b'] } }, 'json'))
      .toBe(text.replace('["a"] }\n', '["a"] },\n    { "id": "c", "needs": ["a", "b"] }\n'))
    const four = JSON.stringify({ nodes: [{ id: 'a', needs: ['x'] }] }, null, 4)
    expect(edited(four, { op: 'insert', path: ['nodes'], index: 1, value: { id: 'c', needs: ['a'], args: { k: [] } } }, 'json'))
      .toBe(JSON.stringify({ nodes: [{ id: 'a', needs: ['x'] }, { id: 'c', needs: ['a'], args: { k: [] } }] }, null, 4))
  })
})
