import { describe, expect, it } from 'vitest'
import { compareLines } from './compare-lines.ts'
import { NONE } from './ask.ts'
import type { Touched } from './ask.ts'
import { createPage } from './page.ts'
import type { Style } from './style.ts'

const PLAIN: Style = {
  seed: 0, comments: false, blanks: false, flow: false, flowComments: false, quotes: false, blockText: false, shuffle: false, trailing: false, tabs: false,
  anchors: false, tags: false, merges: false, commentedOut: false, markers: false, bom: false, lineEnd: '\n', finalNewline: 'one', dash: 2, gap: 1, json: 2,
}

/** A header with a list, a list of items, and blank lines above what follows each of them. */
function written() {
  const page = createPage(PLAIN)
  page.content('agents: [one]', ['agents', 'agents/0'], 'agents')
  page.blank('name')
  page.content('name: n', ['name'], 'name')
  page.content('nodes:', ['nodes'], 'nodes')
  page.isItem('nodes/0')
  page.content('  - id: a', ['nodes/0', 'nodes/0/id'], 'nodes/0')
  page.blank('entry')
  page.content('entry: a', ['entry'], 'entry')
  page.blank(null)
  return page.finish()
}

const set: Touched = { ...NONE, under: ['agents'], loose: ['agents'] }
const emptied: Touched = { ...NONE, under: ['nodes'], loose: ['nodes'] }

describe('lines after a command', () => {
  it.each<[string, string, Touched]>([
    ['the list in the header', 'agents: [one, two]\n\nname: n\nnodes:\n  - id: a\n\nentry: a\n\n', set],
    ['the whole list of items, with blank lines beside it', 'agents: [one]\nname: n\nnodes: []\nentry: a\n', emptied],
  ])('may change with %s', (_, after, touch) => {
    expect(compareLines(written(), after, [], touch)).toBeNull()
  })

  it.each<[string, string]>([
    ['below a list in the header that is replaced', 'agents: [one, two]\nname: n\nnodes:\n  - id: a\n\nentry: a\n\n'],
    ['further down', 'agents: [one, two]\n\nname: n\nnodes:\n  - id: a\nentry: a\n\n'],
    ['at the end', 'agents: [one, two]\n\nname: n\nnodes:\n  - id: a\n\nentry: a\n'],
  ])('keep the blank lines %s', (_, after) => {
    expect(compareLines(written(), after, [], set)).toMatch(/is gone or changed/)
  })
})
