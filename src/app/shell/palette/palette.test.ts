import { describe, expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { match } from '../parts/match.ts'
import { search } from './search.ts'

describe('finding', () => {
  const marks = (query: string, text: string) => match(query, text)?.marks.map(({ start, end }) => text.slice(start, end))

  it('takes words as they stand before letters in order, and neither for chance', () => {
    expect(marks('dr', 'draft')).toEqual(['dr'])
    expect(marks('DRA', 'Rename draft')).toEqual(['dra'])
    expect(marks('rnm', 'Rename')).toEqual(['R', 'n', 'm'])
    expect(match('zz', 'draft')).toBeNull()
    expect(match('rt', 'a reader of very long tales')).toBeNull()
    expect(match('', 'anything')).toEqual({ score: 0, marks: [] })
  })

  it('puts the beginning of a word first', () => {
    expect(match('dr', 'draft')!.score).toBeGreaterThan(match('dr', 'second draft')!.score)
    expect(match('dr', 'second draft')!.score).toBeGreaterThan(match('dr', 'hydra')!.score)
  })
})

describe('the command palette', () => {
  const entry = (group: Entry['group'], label: string, hint = ''): Entry => ({ id: `${group} ${label}`, group, label, hint, icon: 'agent', run: () => {} })
  const entries = [entry('Actions', 'Add critic'), entry('Nodes', 'tone', 'Name every sentence'), entry('Nodes', 'critic'), entry('Files', 'critic.yaml')]
  const found = (query: string) => search(entries, query).map(({ group, found: list }) => `${group}: ${list.map(({ entry: { label } }) => label).join()}`)

  it('groups what it finds, nodes first', () => {
    expect(found('critic')).toEqual(['Nodes: critic', 'Actions: Add critic', 'Files: critic.yaml'])
  })

  it('finds nodes by what they do', () => {
    expect(found('sentence')).toEqual(['Nodes: tone'])
  })

  it('narrows by > and @', () => {
    expect(found('>critic')).toEqual(['Actions: Add critic'])
    expect(found('@')).toEqual(['Nodes: tone,critic'])
  })
})
