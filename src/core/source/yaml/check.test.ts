import { describe, expect, it } from 'vitest'
import { isWhole, lookup, nodeAt } from '../find.ts'
import { readSource } from '../read.ts'
import { codesOf, mapAt, problemsOf, valueOf, written } from '../testing/show.ts'

describe('keys written twice', () => {
  it('are an error at the second one that names the first', () => {
    const text = 'name: d\nnodes:\n  - id: a\n    prompt: reviewed text\n    max_turns: 2\n    prompt: other text\n'
    expect(problemsOf(text)).toEqual(['6:5 error yaml/duplicate-key Duplicate key `prompt` in `a`, first on line 4. Keep one of the two.'])
    const [duplicate] = readSource(text, 'yaml').diagnostics
    expect(duplicate?.path).toEqual(['nodes', 0, 'prompt'])
    expect(duplicate?.related?.map(({ range }) => text.slice(0, range.start).split('\n').length)).toEqual([4])
  })

  it('leave the file not whole, so that nothing is run or lost', () => {
    expect(isWhole(readSource('nodes: [a]\nnodes: [b]\n', 'yaml'))).toBe(false)
  })

  it('are found in braces, in other styles and as merge keys', () => {
    expect(codesOf('a: {b: 1, "b": 2}\n')).toEqual(['1:11 yaml/duplicate-key'])
    expect(codesOf("'a': 1\na: 2\n")).toEqual(['2:1 yaml/duplicate-key'])
    expect(codesOf('x: &x {a: 1}\ny: &y {b: 1}\nz:\n  <<: *x\n  <<: *y\n')).toEqual(['5:3 yaml/duplicate-key'])
  })

  it('are found among many without comparing each with each', () => {
    const keys = Array.from({ length: 16_000 }, (_, index) => `k${index}: v\n`).join('')
    expect(codesOf(keys)).toEqual([])
    expect(codesOf(`${keys}k7: v\n`)).toEqual(['16001:1 yaml/duplicate-key'])
  })
})

describe('anchors and aliases', () => {
  it('are followed', () => {
    expect(valueOf('a: &x [1, 2]\nb: *x\nc: {d: *x}\n')).toEqual({ a: [1, 2], b: [1, 2], c: { d: [1, 2] } })
  })

  it('mean the last anchor before them', () => {
    expect(valueOf('a: &x 1\nb: *x\nc: &x 2\nd: *x\n')).toEqual({ a: 1, b: 1, c: 2, d: 2 })
  })

  it('may name keys and stand for them', () => {
    expect(valueOf('&k key: 1\nb: {*k : 2}\n')).toEqual({ key: 1, b: { key: 2 } })
  })

  it.each([
    ['that is nowhere', 'nodes:\n  - id: a\n    prompt: *nope\n', '3:13 error yaml/unknown-anchor Unknown anchor `nope`: no `&nope` stands before this alias. If it is text, put quotes around it.'],
    ['that stands after it', 'a: *x\nb: &x 1\n', '1:4 error yaml/unknown-anchor Unknown anchor `x`: no `&x` stands before this alias. If it is text, put quotes around it.'],
    ['around itself', 'a: &x [*x]\n', '1:8 error yaml/recursive-alias The alias `*x` stands inside what it names, so it would hold itself without end. Write the value out.'],
    ['around itself, with one of that name before', 'b: &x 1\na: &x {c: [*x]}\n', '2:12 error yaml/recursive-alias The alias `*x` stands inside what it names, so it would hold itself without end. Write the value out.'],
  ])('are an error for an anchor %s', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
    expect(isWhole(readSource(text, 'yaml'))).toBe(false)
    expect(() => valueOf(text)).not.toThrow()
  })

  it('are fine by the thousand when what they name is small', () => {
    for (const count of [150, 4_000]) {
      const items = Array.from({ length: count }, (_, index) => `  - id: n${index}\n    output_format: *of\n`).join('')
      const text = `x-of: &of "a JSON object"\nnodes:\n${items}`
      expect(problemsOf(text)).toEqual([])
      expect((valueOf(text) as { nodes: { output_format: string }[] }).nodes.every((node) => node.output_format === 'a JSON object')).toBe(true)
    }
  })

  it('are refused once when they multiply', () => {
    const levels = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi']) levels.push(`${to}: &${to} [${Array.from({ length: 9 }, () => `*${from}`).join(',')}]`)
    const text = `name: boom\n${levels.join('\n')}\nnodes:\n  - id: n\n    prompt: p\n`
    expect(codesOf(text)).toEqual(['7:50 yaml/alias-expansion'].map(() => expect.stringMatching(/^\d+:\d+ yaml\/alias-expansion$/)))
    expect(isWhole(readSource(text, 'yaml'))).toBe(false)
    expect(nodeAt(readSource(text, 'yaml'), ['nodes', 0, 'id'])).not.toBeNull()
  })

  it('are refused when few of them repeat a long text', () => {
    const text = `a: &a "${'x'.repeat(100_000)}"\nb: [${'*a, '.repeat(100)}]\n`
    expect(codesOf(text)).toEqual([expect.stringContaining('yaml/alias-expansion')])
  })
})

describe('merge keys', () => {
  const text = 'x-base: &base\n  kind: verifier\n  agent: reviewer\n  max_turns: 3\nx-more: &more {agent: writer, model: m, <<: *base}\n'
    + 'nodes:\n  - <<: *base\n    id: check\n  - <<: [*more, *base]\n    id: check2\n    max_turns: 1\n  - {id: check3, <<: {kind: critic}}\n'

  it('give way to own keys, and the first of several to none', () => {
    const { nodes } = valueOf(text) as { nodes: unknown[] }
    expect(nodes).toEqual([
      { id: 'check', kind: 'verifier', agent: 'reviewer', max_turns: 3 },
      { id: 'check2', kind: 'verifier', agent: 'writer', max_turns: 1, model: 'm' },
      { id: 'check3', kind: 'critic' },
    ])
    expect(problemsOf(text)).toEqual([])
  })

  it('are looked through key by key, and lead to where the value is written', () => {
    const source = readSource(text, 'yaml')
    expect(written(source, lookup(mapAt(source, 'nodes', 1), 'agent')?.value)).toBe('writer')
    expect(written(source, lookup(mapAt(source, 'nodes', 1), 'kind')?.value)).toBe('verifier')
    expect(lookup(mapAt(source, 'nodes', 1), 'routes')).toBeNull()
    expect(lookup(mapAt(source, 'nodes', 0), '<<')).toBeNull()
  })

  it('stay in the tree as they are written', () => {
    expect(mapAt(readSource(text, 'yaml'), 'nodes', 0).entries.map(({ name }) => name)).toEqual(['<<', 'id'])
  })

  it('are text when they are in quotes', () => {
    expect(valueOf('a: {"<<": {b: 1}, c: 2}\n')).toEqual({ a: { '<<': { b: 1 }, c: 2 } })
  })

  it.each(['a: {<<: text}\n', 'a: {<<: [x]}\n', 'b: &b [c]\na:\n  <<: *b\n', 'a:\n  <<:\n'])('are refused without a map: %j', (bad) => {
    expect(codesOf(bad)).toEqual([expect.stringContaining('yaml/merge-key')])
  })
})

describe('tags and odd keys', () => {
  it('follow the tags of the core schema', () => {
    expect(valueOf('a: !!str 5\nb: !!int "5"\nc: !!float 2\nd: !!null ""\ne: !!bool true\nf: !!map {}\ng: !!seq []\nh: ! 7\ni: !<tag:yaml.org,2002:str> 8\nj: !!str\n'))
      .toEqual({ a: '5', b: 5, c: 2, d: null, e: true, f: {}, g: [], h: '7', i: '8', j: '' })
  })

  it('warn of tags without a meaning, and read on', () => {
    expect(problemsOf('a: !secret key\nb: !!int many\n')).toEqual([
      '1:4 warning yaml/tag The tag `!secret` has no meaning here and is ignored. If it is text, put quotes around all of it.',
      '2:4 warning yaml/tag `many` is not what the tag `!!int` says, so the tag is ignored. Remove the tag or mend the value.',
    ])
    expect(valueOf('a: !secret key\nb: !!int many\nc: !x!y z\n')).toEqual({ a: 'key', b: 'many', c: 'z' })
  })

  it('warn of keys that are no text', () => {
    expect(codesOf('? [a, b]\n: c\nd: e\n')).toEqual(['1:3 yaml/complex-key'])
    expect(valueOf('? [a, b]\n: c\nd: e\n')).toEqual({ d: 'e' })
  })
})
