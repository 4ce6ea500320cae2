import { describe, expect, it } from 'vitest'
import type { Json } from '../../diagnostic.ts'
import { readSource } from '../read.ts'
import type { PathOp } from '../tree.ts'
import { patch } from './patch.ts'

const SHARED = `x-of: &of "a JSON object"
x-base: &base
  kind: verifier
  max_turns: 3
x-alone: &alone
  k: v
nodes:
  - <<: *base
    id: check
    output_format: *of
    max_turns: 1
  - id: plain
    tools: !!seq [a, b]
    agent: !!str 5
  - id: beside
    note: &note text
`

function outcome(text: string, op: PathOp): string {
  const result = patch(readSource(text, 'yaml'), [op])
  if (result.ok) return result.value.text
  const [diagnostic] = result.diagnostics
  expect(diagnostic?.message).toMatch(/\. |\.$/)
  expect(diagnostic?.range).toBeDefined()
  return diagnostic?.code ?? ''
}

const set = (value: Json, ...path: (string | number)[]): PathOp => ({ op: 'set', path, value })
const remove = (...path: (string | number)[]): PathOp => ({ op: 'delete', path })

describe('refuses', () => {
  it.each<[string, PathOp, string]>([
    ['what stands under an anchor in use', set('x', 'x-of'), 'refused/anchor'],
    ['a part of what an alias repeats', set('critic', 'x-base', 'kind'), 'refused/anchor'],
    ['a new part of what an alias repeats', set('p', 'x-base', 'prompt'), 'refused/anchor'],
    ['to take away what an alias repeats', remove('x-base'), 'refused/anchor'],
    ['an alias', set('text', 'nodes', 0, 'output_format'), 'refused/alias'],
    ['a key that is merged in', set('critic', 'nodes', 0, 'kind'), 'refused/merge-key'],
    ['to uncover a merged key', remove('nodes', 0, 'max_turns'), 'refused/merge-key'],
    ['to rename what would uncover a merged key', { op: 'rename', path: ['nodes', 0, 'max_turns'], to: 'x' }, 'refused/merge-key'],
    ['the merge key itself', remove('nodes', 0, '<<'), 'refused/merge-key'],
    ['a value with a tag', set('6', 'nodes', 1, 'agent'), 'refused/tag'],
    ['a part of a value with a tag', set('c', 'nodes', 1, 'tools', 0), 'refused/tag'],
    ['to add to a value with a tag', { op: 'insert', path: ['nodes', 1, 'tools'], index: 0, value: 'c' }, 'refused/tag'],
    ['a name that is taken', { op: 'rename', path: ['nodes', 1, 'id'], to: 'agent' }, 'refused/duplicate-key'],
    ['to add to a map that is not one', set('x', 'nodes', 1, 'id', 'part'), 'refused/syntax'],
    ['to add to a list that is not one', { op: 'insert', path: ['x-alone'], index: 0, value: 'c' }, 'refused/syntax'],
    ['what is not there', remove('nodes', 7), 'refused/syntax'],
    ['a place that no list has', { op: 'insert', path: ['nodes'], index: 9, value: 'c' }, 'refused/syntax'],
    ['a comment beside a dash', { op: 'comment', path: ['nodes', 1, 'id'], text: 'x' }, 'refused/syntax'],
    ['a comment in brackets', { op: 'comment', path: ['nodes', 1, 'tools', 0], text: 'x' }, 'refused/tag'],
    ['a comment that YAML does not allow', { op: 'comment', path: ['nodes', 1], text: 'a\u0000b' }, 'refused/syntax'],
  ])('%s', (_, op, code) => {
    expect(outcome(SHARED, op)).toBe(code)
  })

  it.each<[string, string, PathOp, string]>([
    ['to tear a comment from what it is about', 'l: [a, # of a\n  b]\n', remove('l', 1), 'refused/flow-comment'],
    ['to part a comment from what it is about', 'l: [a, # of a\n  b]\n', { op: 'insert', path: ['l'], index: 1, value: 'c' }, 'refused/flow-comment'],
    ['to lose a comment in brackets', 'l: [a, # of a\n  b]\n', set('x', 'l'), 'refused/flow-comment'],
    ['a file with a key twice', 'a: 1\na: 2\nb: 3\n', set('x', 'b'), 'refused/duplicate-key'],
    ['a file that is broken', 'a: [1\nb: 3\n', set('x', 'b'), 'refused/syntax'],
    ['to move an anchor behind its alias', 'l:\n  - &a x\n  - *a\n', { op: 'move', path: ['l'], from: 0, to: 1 }, 'refused/anchor'],
  ])('%s', (_, text, op, code) => {
    expect(outcome(text, op)).toBe(code)
  })
})

describe('is not put off by', () => {
  it.each<[string, PathOp, string, string]>([
    ['an anchor that nothing uses', set('w', 'x-alone', 'k'), 'k: v', 'k: w'],
    ['an anchor that nothing uses, replaced as a whole', set('w', 'nodes', 2, 'note'), '&note text', '&note w'],
    ['anchors and tags next door', set('new', 'nodes', 1, 'id'), 'id: plain', 'id: new'],
    ['an alias that goes', remove('nodes', 0, 'output_format'), '    output_format: *of\n', ''],
    ['a tag that goes', remove('nodes', 1, 'agent'), '    agent: !!str 5\n', ''],
    ['a merge next to a key of its own', set(2, 'nodes', 0, 'max_turns'), 'max_turns: 1', 'max_turns: 2'],
    ['a merge that lacks the new key', set('p', 'nodes', 0, 'prompt'), '    max_turns: 1\n', '    max_turns: 1\n    prompt: p\n'],
  ])('%s', (_, op, from, to) => {
    expect(outcome(SHARED, op)).toBe(SHARED.replace(from, to))
  })

  it.each<[string, string, PathOp, string]>([
    ['an item full of aliases that goes', 'x: &x 1\nl:\n  - {a: *x}\n  - b\n', remove('l', 0), 'x: &x 1\nl:\n  - b\n'],
    ['an anchor and its alias that go together', 'l:\n  - a: &x 1\n    b: *x\n  - c\n', remove('l', 0), 'l:\n  - c\n'],
    ['aliases that move as one with their anchor before them', 'l:\n  - &a x\n  - b\n  - *a\n', { op: 'move', path: ['l'], from: 1, to: 0 }, 'l:\n  - b\n  - &a x\n  - *a\n'],
    ['a line of tabs that cannot be left behind below a text', 'l:\n  - a: |-\n      b\n\n  - x\n\n\t\n  - y\n', remove('l', 1), 'l:\n  - a: |-\n      b\n\n  - y\n'],
    ['such a line where the item between moves', 'l:\n  - a: |-\n      b\n  - x\n\t\n  - y\n', { op: 'move', path: ['l'], from: 1, to: 2 }, 'l:\n  - a: |-\n      b\n  - y\n\n  - x\n'],
    ['a comment elsewhere in brackets', 'l: [a, # of a\n  b]\n', set('x', 'l', 1), 'l: [a, # of a\n  x]\n'],
    ['a comment before the end of brackets', 'l: [a, # of a\n  b, c]\n', remove('l', 2), 'l: [a, # of a\n  b]\n'],
  ])('%s', (_, text, op, expected) => {
    expect(outcome(text, op)).toBe(expected)
  })

  it('many aliases of one value', () => {
    const nodes = Array.from({ length: 150 }, (_, index) => `  - id: n${index}\n    prompt: p\n    output_format: *of\n`)
    const text = `name: many\nx-of: &of "a JSON object"\nnodes:\n${nodes.join('')}`
    expect(outcome(text, set('q', 'nodes', 7, 'prompt'))).toBe(text.replace('n7\n    prompt: p', 'n7\n    prompt: q'))
    expect(outcome(text, remove('nodes', 7))).toBe(text.replace(nodes[7] ?? '', ''))
  })

  it('does all of several operations or none', () => {
    const source = readSource(SHARED, 'yaml')
    expect(patch(source, [set('new', 'nodes', 1, 'id'), set('x', 'x-of')])).toMatchObject({ ok: false, diagnostics: [{ code: 'refused/anchor' }] })
  })
})

describe('refuses to move', () => {
  const text = 'nodes:\n  - id: a\n    agent: &p x\n  - id: b\n  - id: c\n    agent: *p\n'
  const move = (from: number, to: number): PathOp => ({ op: 'move', path: ['nodes'], from, to })

  it('an anchor behind its alias, and an alias before its anchor', () => {
    expect(outcome(text, move(0, 2))).toBe('refused/anchor')
    expect(outcome(text, move(2, 0))).toBe('refused/alias')
  })

  it('nothing that keeps them in order', () => {
    expect(outcome(text, move(0, 1))).toBe('nodes:\n  - id: b\n  - id: a\n    agent: &p x\n  - id: c\n    agent: *p\n')
    expect(outcome(text, move(2, 1))).toBe('nodes:\n  - id: a\n    agent: &p x\n  - id: c\n    agent: *p\n  - id: b\n')
  })
})
