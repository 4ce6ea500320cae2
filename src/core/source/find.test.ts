import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Path } from '../diagnostic.ts'
import { entryOf, isWhole, lookup, nodeAt, resolve } from './find.ts'
import { pathAt } from './path-at.ts'
import { readSource } from './read.ts'
import { mapAt, written } from './testing/show.ts'
import { yamlFile } from './testing/workflow-file.ts'
import type { SourceNode } from './tree.ts'

const TEXT = 'name: x\nbase: &b {kind: critic}\nnodes:\n  - id: a # c\n    needs: [b, c]\n\n  - *b\n'
const source = readSource(TEXT, 'yaml')

describe('finding nodes', () => {
  it('follows keys and indices of the tree as written', () => {
    expect(written(source, nodeAt(source, ['nodes', 0, 'needs', 1]))).toBe('c')
    expect(nodeAt(source, ['nodes', 1])?.kind).toBe('alias')
    expect([['nodes', 1, 'kind'], ['nodes', 9], ['nodes', 'id'], ['name', 'x'], ['nothing']].map((path) => nodeAt(source, path))).toEqual([null, null, null, null, null])
    expect(nodeAt(source, [])).toBe(source.root)
  })

  it('finds entries and resolves aliases', () => {
    expect(entryOf(mapAt(source), 'base')?.name).toBe('base')
    expect(entryOf(mapAt(source), 'toString')).toBeNull()
    expect(resolve(nodeAt(source, ['nodes', 1]))).toBe(nodeAt(source, ['base']))
    expect(resolve(null)).toBeNull()
    expect(lookup(mapAt(source), 'name')?.value).toBe(nodeAt(source, ['name']))
  })

  it('takes a tree with errors for no document, one with warnings for one', () => {
    expect(['a: 1', '', 'a: !x 1', 'a: \u0007', 'a: [', 'a: 1\na: 2', 'a: *b', 'a: b: c', '\ufeff\ufeffa: 1'].map((text) => isWhole(readSource(text, 'yaml'))))
      .toEqual([true, true, true, true, false, false, false, false, false])
  })
})

describe('pathAt', () => {
  it.each<[string, Path]>([
    ['name', ['name']], ['x\n', ['name']], ['id: a', ['nodes', 0, 'id']], ['[b', ['nodes', 0, 'needs']], ['b, c', ['nodes', 0, 'needs', 0]],
    ['c]', ['nodes', 0, 'needs', 1]], ['*b', ['nodes', 1]], ['- *b', ['nodes', 1]], ['critic', ['base', 'kind']], ['- id', ['nodes', 0]],
  ])('is the deepest part at the place of %j', (found, path) => {
    expect(pathAt(source, TEXT.indexOf(found))).toEqual(path)
  })

  it('counts the end of a part as its own', () => {
    expect(pathAt(source, TEXT.indexOf(' # c'))).toEqual(['nodes', 0, 'id'])
  })

  it('is that of what is around where nothing is', () => {
    expect(pathAt(source, TEXT.indexOf('\n\n') + 1)).toEqual(['nodes'])
    expect(pathAt(readSource('', 'yaml'), 0)).toEqual([])
  })

  it('leads to the node that stands there, and from a node to its path', () => {
    fc.assert(fc.property(yamlFile, (text) => {
      const file = readSource(text, 'yaml')
      const wrong: string[] = []
      const walk = (node: SourceNode | null, path: Path): void => {
        if (node?.kind === 'map') node.entries.forEach(({ name, value }) => name !== null && walk(value, [...path, name]))
        else if (node?.kind === 'list') node.items.forEach(({ value }, index) => walk(value, [...path, index]))
        else if (node && JSON.stringify(pathAt(file, node.range.start)) !== JSON.stringify(path)) wrong.push(path.join('.'))
        if (node && nodeAt(file, path) !== node) wrong.push(`node of ${path.join('.')}`)
      }
      walk(file.root, [])
      expect(wrong).toEqual([])
    }), { numRuns: 40 })
  })
})
