import { describe, expect, it } from 'vitest'
import { diffLines } from '../../core/index.ts'
import { changesOf } from './changes-of.ts'

const changes = (before: string, after: string) => changesOf(diffLines(before.split('\n'), after.split('\n'))).map(({ kind, first, last }) => `${kind} ${first}-${last}`)

describe('the lines that changed', () => {
  it('are those that were added, changed, and the one before those that were removed', () => {
    expect(changes('a\nb\nc', 'a\nx\ny\nb\nc')).toEqual(['added 2-3'])
    expect(changes('a\nb\nc', 'a\nB\nc')).toEqual(['changed 2-2'])
    expect(changes('a\nb\nc\nd', 'a\nd')).toEqual(['removed 1-1'])
    expect(changes('a\nb', 'b')).toEqual(['removed 1-1'])
    expect(changes('a\nb\nc\nd\ne', 'a\nB\nc\ne\nf')).toEqual(['changed 2-2', 'removed 3-3', 'added 5-5'])
  })

  it('are none where nothing did', () => {
    expect(changes('a\nb', 'a\nb')).toEqual([])
  })
})
