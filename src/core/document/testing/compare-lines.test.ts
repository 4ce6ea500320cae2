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

describe('a line of tabs', () => {
  const lines = (isBlock: boolean) => {
    const page = createPage({ ...PLAIN, trailing: true, tabs: true, seed: 3 })
    page.content('name: |-', ['name'], 'name', true)
    page.raw('  n', ['name'], isBlock)
    page.content('llm: {}', ['llm'], 'llm', true)
    const at = page.finish().lines.length
    for (let i = 0; i < 9; i += 1) page.blank('entry')
    page.content('entry: a', ['entry'], 'entry', true)
    return { page: page.finish(), blanks: page.finish().lines.slice(at, at + 9).map(({ text }) => text) }
  }
  const gone: Touched = { ...NONE, under: ['nodes/0/llm'], gone: ['nodes/0/llm'] }

  it('may go with what stood between it and a text in block style, and else may not', () => {
    const { page, blanks } = lines(true)
    expect(blanks.some((text) => text.includes('\t'))).toBe(true)
    const inNode = (each: typeof page): typeof page => ({
      ...each,
      lines: each.lines.map((line) => ({ ...line, parts: line.parts.map((part) => `nodes/0/${part}`), ...(line.gap === undefined ? {} : { gap: `nodes/0/${line.gap}` }) })),
      items: new Set(['nodes/0']),
    })
    const after = 'name: |-\n  n\nentry: a\n'
    expect(compareLines(inNode(page), after, [], gone)).toBeNull()
    expect(compareLines(inNode(lines(false).page), after, [], gone)).toMatch(/is gone or changed/)
    expect(compareLines(inNode(page), after, [], { ...NONE, under: ['nodes/0/llm'] })).toMatch(/is gone or changed/)
  })
})
