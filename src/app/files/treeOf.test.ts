import { describe, expect, it } from 'vitest'
import type { ListedFile } from '../../protocol/index.ts'
import { treeOf } from './treeOf.ts'

const file = (path: string): ListedFile => ({ path, format: 'yaml', dialect: 'dag', etag: '"1"', size: 1, modified: '', problems: null })
const shown = (paths: readonly string[], closed: readonly string[] = []) => treeOf(paths.map(file), new Set(closed)).map(({ name, depth, type }) => `${' '.repeat(depth)}${name}${type === 'folder' ? '/' : ''}`)

describe('the list of files', () => {
  it('puts folders first and counts as people do', () => {
    expect(shown(['z.yaml', 'w/b10.yaml', 'w/b9.yaml', 'a/x/y.yaml'])).toEqual(['a/', ' x/', '  y.yaml', 'w/', ' b9.yaml', ' b10.yaml', 'z.yaml'])
  })

  it('hides what lies in a closed folder', () => {
    expect(shown(['w/a.yaml', 'w/x/b.yaml', 'c.yaml'], ['w/'])).toEqual(['w/', 'c.yaml'])
  })
})
