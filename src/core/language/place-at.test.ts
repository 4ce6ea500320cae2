import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Path } from '../diagnostic.ts'
import { isWhole } from '../source/find.ts'
import { readSource } from '../source/read.ts'
import { jsonFile, yamlFile } from '../source/testing/workflow-file.ts'
import type { Source, SourceNode } from '../source/tree.ts'
import { placeAt } from './place-at.ts'

/** The place of the `^`. */
function at(marked: string, format: 'yaml' | 'json' = 'yaml') {
  const offset = marked.indexOf('^')
  return placeAt(marked.replace(/\^/, ''), format, offset)
}

describe('the place of the caret in YAML', () => {
  it('is a key of the document, of a node, or of nothing known', () => {
    expect(at('na^')).toMatchObject({ path: [], role: 'open', typed: 'na' })
    expect(at('name: x\n^')).toMatchObject({ path: [], role: 'open', siblings: new Map([['name', 'x']]) })
    expect(at('nodes:\n  - id: a\n    pro^\n    kind: critic\n  - id: b\n')).toMatchObject({
      path: ['nodes', 0], role: 'open', typed: 'pro', column: 4, siblings: new Map([['id', 'a'], ['kind', 'critic']]),
    })
    expect(at('nodes:\n  - id: a\n  - ^')).toMatchObject({ path: ['nodes', 1], role: 'open', dashed: true, column: 4, siblings: new Map() })
    expect(at('nodes:\n- id: a\n  ^')).toMatchObject({ path: ['nodes', 0], siblings: new Map([['id', 'a']]) })
  })

  it('is a list where only its key stands yet, or other dashes at its column', () => {
    expect(at('nodes:\n  ^')).toMatchObject({ path: ['nodes'], role: 'open', dashed: false })
    expect(at('nodes:\n  - id: a\n  ^')).toMatchObject({ path: ['nodes'], column: 2 })
    expect(at('nodes:\n  - id: a\n    needs:\n      - b\n      ^')).toMatchObject({ path: ['nodes', 0, 'needs'], listed: ['b'] })
  })

  it('is the value behind a colon', () => {
    expect(at('nodes:\n  - id: a\n    kind: ver^')).toMatchObject({ path: ['nodes', 0, 'kind'], role: 'value', typed: 'ver', siblings: new Map([['id', 'a']]) })
    expect(at('nodes:\n  - kind: "ver^"')).toMatchObject({ path: ['nodes', 0, 'kind'], role: 'value', typed: 'ver', quote: '"', range: { start: 17, end: 22 } })
    expect(at('nodes:\n  - id: a\n    kind:^')).toBeNull()
    expect(at('nodes:\n  - id: a\n    kind: "critic"^')).toBeNull()
  })

  it('is an entry of a list of dashes, in any usual indentation', () => {
    expect(at('nodes:\n  - id: a\n    needs:\n      - b\n      - c^\n      - d\n    prompt: p')).toMatchObject({
      path: ['nodes', 0, 'needs', 1], typed: 'c', listed: ['b', 'd'],
    })
    expect(at('nodes:\n- id: a\n  needs:\n  - b\n  # the other\n  - ^\n  prompt: p')).toMatchObject({ path: ['nodes', 0, 'needs', 1], listed: ['b'] })
    expect(at('nodes:\n  - id: a\n    needs:\n      - "b # c"  # why\n      - ^\n      - \'d # e\'\n      - f # g\n')).toMatchObject({ listed: ['b # c', 'd # e', 'f'] })
  })

  it('is an entry of a list in brackets, closed or not', () => {
    expect(at('nodes:\n  - id: a\n    needs: [b, c^')).toMatchObject({ path: ['nodes', 0, 'needs', 1], role: 'value', typed: 'c', listed: ['b'], siblings: new Map(), around: new Map([['id', 'a']]) })
    expect(at('nodes:\n  - id: a\n    needs: [b, ^, d]\n    prompt: p\n')).toMatchObject({ path: ['nodes', 0, 'needs', 1], listed: ['b', 'd'], around: new Map([['id', 'a'], ['prompt', 'p']]) })
    expect(at('nodes:\n  - id: a\n    needs: [b,\n      c,\n      ^\n    ]\n')).toMatchObject({ path: ['nodes', 0, 'needs', 2] })
    expect(at('nodes:\n  - {id: a, needs: [b, ^], prompt: p}')).toMatchObject({ path: ['nodes', 0, 'needs', 1], around: new Map([['id', 'a'], ['needs', ''], ['prompt', 'p']]) })
    expect(at('nodes: [\n  {id: a, prompt: p},\n  {id: b, ne^}\n]')).toMatchObject({ path: ['nodes', 1], role: 'key', typed: 'ne', siblings: new Map([['id', 'b']]) })
  })

  it('is not lost for a bracket that a line above has left open', () => {
    expect(at('nodes:\n  - id: a\n    needs: [b, c\n    pro^')).toMatchObject({ path: ['nodes', 0], role: 'open', typed: 'pro' })
  })

  it('is nowhere in comments and texts', () => {
    expect(at('# na^')).toBeNull()
    expect(at('name: x # co^')).toBeNull()
    expect(at('nodes:\n  - prompt: |^')).toBeNull()
    expect(at('nodes:\n  - id: a\n    prompt: |\n      Say:\n        - nee^')).toBeNull()
    expect(at('nodes:\n  - id: a\n    prompt: >-  # header\n      needs: ^')).toBeNull()
    expect(at('nodes:\n  - id: a\n    prompt: Read it\n      and nee^')).toBeNull()
    expect(at('nodes:\n  - id: a\n    needs: [b]^')).toBeNull()
    expect(at('nodes:\n  -^')).toBeNull()
    expect(at('x: &a^')).toBeNull()
  })

  it('is found behind a byte order mark and in CRLF', () => {
    expect(at('\uFEFFna^')).toMatchObject({ path: [], typed: 'na' })
    expect(at('nodes:\r\n  - id: a\r\n    kind: c^\r\n    prompt: p\r\n')).toMatchObject({ path: ['nodes', 0, 'kind'], typed: 'c', siblings: new Map([['id', 'a'], ['prompt', 'p']]) })
  })
})

describe('the place of the caret in JSON', () => {
  it('is a key, a value or an entry, however much is missing', () => {
    expect(at('{ "na^" }', 'json')).toMatchObject({ path: [], role: 'key', typed: 'na', quote: '"' })
    expect(at('{ ^ }', 'json')).toMatchObject({ path: [], role: 'key', typed: '' })
    expect(at('{ "nodes": [ { "id": "a", ^ } ] }', 'json')).toMatchObject({ path: ['nodes', 0], role: 'key', siblings: new Map([['id', 'a']]) })
    expect(at('{ "nodes": [ { "id": "a", "kind": "c^" } ] }', 'json')).toMatchObject({ path: ['nodes', 0, 'kind'], role: 'value', typed: 'c' })
    expect(at('{ "nodes": [ {}, { "needs": ["a", "^"], "id": "b" } ] }', 'json')).toMatchObject({ path: ['nodes', 1, 'needs', 1], listed: ['a'], around: new Map([['needs', ''], ['id', 'b']]) })
    expect(at('{\n  "nodes": [\n    {\n      "id": "a"\n      "pro^"\n', 'json')).toMatchObject({ path: ['nodes', 0], role: 'key', typed: 'pro' })
    expect(at('{ "id": "a", ^"x": 1 }', 'json')).toMatchObject({ role: 'key', needsComma: true })
  })

  it('is nowhere behind what is whole', () => {
    expect(at('{ "name": "x"^ }', 'json')).toBeNull()
    expect(at('{}^', 'json')).toBeNull()
    expect(at('^', 'json')).toBeNull()
  })
})

/** The ways to the values of one line that stand behind a key, in the order of the text. */
function* values(node: SourceNode | null, path: Path): Generator<{ path: Path; start: number; end: number }> {
  if (node?.anchor !== undefined || node?.tag !== undefined) return
  if (node?.kind === 'map') {
    for (const { key, name, value } of node.entries) {
      if (name === null || key.kind !== 'scalar' || key.anchor !== undefined) continue
      if (value?.kind === 'scalar' && value.anchor === undefined && value.tag === undefined) yield { path: [...path, name], ...value.range }
      else yield* values(value, [...path, name])
    }
  } else if (node?.kind === 'list') for (const [index, item] of node.items.entries()) yield* values(item.value, [...path, index])
}

/** The ways that the tree tells and those that the lines tell, of every plain word. */
function places(source: Source): { readonly told: unknown[]; readonly true: unknown[] } {
  const told: unknown[] = []
  const wanted: unknown[] = []
  const anyIndex = (path: Path | undefined) => path?.map((step) => (typeof step === 'number' ? 0 : step))
  for (const { path, start, end } of values(source.root, [])) {
    const word = source.text.slice(start, end)
    if (!/^["']?[\p{L}\p{N}]+["']?$/u.test(word)) continue
    // `? key` is a form that nobody is helped to write.
    if (path.some((step) => String(step).startsWith('x-odd'))) continue
    told.push({ word, path: anyIndex(placeAt(source.text, source.format, start + 1)?.path) })
    wanted.push({ word, path: anyIndex(path) })
  }
  return { told, true: wanted }
}

describe('the place of every value of a whole file', () => {
  it('is the way to it, in YAML', () => {
    fc.assert(fc.property(yamlFile, (text) => {
      const source = readSource(text, 'yaml')
      fc.pre(isWhole(source))
      const found = places(source)
      expect(found.told).toEqual(found.true)
    }), { numRuns: 100 })
  })

  it('is the way to it, in JSON', () => {
    fc.assert(fc.property(jsonFile, (text) => {
      const found = places(readSource(text, 'json'))
      expect(found.told).toEqual(found.true)
    }), { numRuns: 100 })
  })

  it('is told of any offset of any text without a fault', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '-', ':', '[', ']', '{', '}', ',', '"', "'", '#', '|', '\r', '\\'), maxLength: 60 }), fc.nat(60), (text, at) => {
      const offset = Math.min(at, text.length)
      for (const format of ['yaml', 'json'] as const) {
        const { start, end } = placeAt(text, format, offset)?.range ?? { start: offset, end: offset }
        expect(start <= offset && offset <= end).toBe(true)
      }
    }), { numRuns: 300 })
  })
})
