import { describe, expect, it } from 'vitest'
import { analyse, lineStarts, openDocument } from '../../../core/index.ts'
import type { Entry } from './entries.ts'
import { hitsOf, stepFrom } from './hits.ts'
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

  it('has what was used lately first, and what cannot be done last', () => {
    const some: Entry[] = [{ ...entry('Actions', 'Save'), off: 'No file is open.' }, entry('Actions', 'Arrange'), entry('Used lately', 'Fit'), entry('Used lately', 'Undo')]
    const labels = search(some, '', [], ['Used lately Undo', 'Used lately Fit']).map(({ group, found: list }) => `${group}: ${list.map(({ entry: { label } }) => label).join()}`)
    expect(labels).toEqual(['Used lately: Undo,Fit', 'Actions: Arrange,Save'])
  })

  it('finds nodes by what they do', () => {
    expect(found('sentence')).toEqual(['Nodes: tone'])
  })

  it('narrows by > and @', () => {
    expect(found('>critic')).toEqual(['Actions: Add critic'])
    expect(found('@')).toEqual(['Nodes: tone,critic'])
  })
})

describe('finding in the text', () => {
  const text = 'name: w\nnodes:\n  - id: draft\n    tools: [read]\n    prompt: |\n      Write the release\n      notes. Read them.\n'
  const analysis = analyse(openDocument({ text, format: 'yaml' }))
  const found = (query: string) => hitsOf(analysis, lineStarts(text), query)

  it('tells node, field and line, and shows the text around', () => {
    expect(found('read').map(({ node, field, line }) => [node?.id, field, line])).toEqual([['draft', 'tools', 4], ['draft', 'prompt', 7]])
    expect(found('read')[1]).toMatchObject({ match: 'Read', before: expect.stringContaining('release notes. ') as string, after: ' them.' })
  })

  it('finds words over the end of a line, at exact places', () => {
    const [hit] = found('release notes')
    expect(text.slice(hit!.range.start, hit!.range.end)).toBe('release\n      notes')
  })

  it('takes signs for themselves, and nothing for nothing', () => {
    expect(found('[read]')).toHaveLength(1)
    expect(found('(')).toEqual([])
    expect(found('  ')).toEqual([])
  })

  it('goes on from a place, and over the end', () => {
    const hits = found('read')
    expect(stepFrom(hits, 0, 1)?.number).toBe(1)
    expect(stepFrom(hits, hits[0]!.range.start, 1)?.number).toBe(2)
    expect(stepFrom(hits, hits[1]!.range.start, 1)?.number).toBe(1)
    expect(stepFrom(hits, hits[0]!.range.start, -1)?.number).toBe(2)
    expect(stepFrom([], 0, 1)).toBeNull()
  })
})
