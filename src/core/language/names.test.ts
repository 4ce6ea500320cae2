import { describe, expect, it } from 'vitest'
import { analyse } from '../document/analyse.ts'
import { applyCommand } from '../document/apply.ts'
import { openDocument } from '../document/open.ts'
import type { Format } from '../source/tree.ts'
import { applyEdits } from '../text/apply.ts'
import { definitionAt, referencesAt } from './define.ts'
import { rangesAround } from './expand.ts'
import { folds } from './fold.ts'
import { hoverAt } from './hover.ts'
import { mendsAt } from './mend.ts'
import { outline, type OutlineEntry } from './outline.ts'
import { renamingAt } from './rename.ts'

const FILE = `name: notes
x: &w writer
nodes:
  # about collect
  - id: "collect"
    agent: *w
    prompt: |
      Collect.
  - id: draft
    agent: writer
    needs: [collect, collect]
    prompt: p
  - {id: check, kind: verifier, needs: [collect, draft, gone], prompt: p}
`

function read(text: string, format: Format = 'yaml') {
  const document = openDocument({ text, format })
  const analysis = analyse(document)
  const shown = (ranges: readonly { readonly start: number; readonly end: number }[]) => ranges.map(({ start, end }) => text.slice(start, end))
  return { document, analysis, shown, at: (word: string, nth = 1) => text.split(word).slice(0, nth).join(word).length + 1 }
}

describe('names', () => {
  it('lead from a reference to the definition, quotes and aliases seen through', () => {
    const { analysis, at, shown } = read(FILE)
    const found = definitionAt(analysis, at('collect', 5))!
    expect(shown([found.from, found.name])).toEqual(['collect', 'collect'])
    expect(shown([found.whole])[0]).toContain('Collect.')
    expect(definitionAt(analysis, at('gone'))).toBeNull()
    expect(definitionAt(analysis, at('name'))).toBeNull()
    expect(shown([definitionAt(analysis, at('*w'))!.name])).toEqual(['&w'])
  })

  it('are found wherever they stand, doubled ones too', () => {
    const { analysis, at, shown } = read(FILE)
    expect(referencesAt(analysis, at('collect', 4)).map(({ role }) => role)).toEqual(['definition', 'reference', 'reference', 'reference'])
    expect(referencesAt(analysis, at('writer', 2))).toHaveLength(2)
    expect(shown(referencesAt(analysis, at('gone')).map(({ range }) => range))).toEqual(['gone'])
    const json = read('{"nodes":[{"id":"a"},{"id":"b","needs":["a"]}]}', 'json')
    expect(json.shown(referencesAt(json.analysis, json.at('"a"')).map(({ range }) => range))).toEqual(['a', 'a'])
  })

  it('are renamed by a command that changes those places and no other', () => {
    const { document, analysis, at } = read(FILE)
    const renaming = renamingAt(analysis, at('collect', 3))
    expect(renaming).toMatchObject({ ok: true, value: { name: 'collect' } })
    if (!renaming.ok) return
    const after = applyCommand(document, renaming.value.command('first'))
    const edits = renaming.value.places.map((range) => ({ range, text: 'first' }))
    expect(after).toMatchObject({ ok: true, value: { text: applyEdits(FILE, edits) } })
  })

  it('that are made elsewhere, or that no node has, say why they are not renamed', () => {
    const { analysis, at } = read(FILE)
    expect(renamingAt(analysis, at('gone'))).toMatchObject({ ok: false, diagnostics: [{ message: expect.stringContaining('No node is called') }] })
    expect(renamingAt(analysis, at('writer', 2)).ok).toBe(false)
    expect(renamingAt(read('nodes: [').analysis, 3)).toMatchObject({ ok: false, diagnostics: [{ message: expect.stringContaining('does not parse') }] })
  })
})

describe('hover', () => {
  const { analysis, at } = read(FILE)
  it('explains fields, choices and nodes, and is silent in texts', () => {
    expect(hoverAt(analysis, at('kind'))?.text).toMatch(/Kind[^]*`verifier`/)
    expect(hoverAt(analysis, at('verifier'))?.text).toContain('PASS or FAIL')
    expect(hoverAt(analysis, at('draft', 2))?.text).toMatch(/\*\*draft\*\* · agent · level 2[^]*After `collect` · Before `check`/)
    expect(hoverAt(analysis, at('gone'))?.text).toContain('No node has this id')
    expect(hoverAt(analysis, at('writer', 2))?.text).toContain('Used by 2 nodes')
    expect(hoverAt(analysis, at('Collect.'))).toBeNull()
  })

  it('takes no user\'s words for Markdown', () => {
    const hostile = read('nodes:\n  - id: a\n    prompt: "[click](https://example.org) <img>"\n  - id: b\n    needs: [a]\n')
    expect(hoverAt(hostile.analysis, hostile.at('[a]', 1))?.text).toContain('\\[click\\]\\(https')
  })
})

describe('structure', () => {
  const tree = (entries: readonly OutlineEntry[]): unknown[] => entries.map(({ name, children }) => (children.length === 0 ? name : [name, tree(children)]))

  it('lists fields and nodes, also of a text that does not parse any more', () => {
    expect(tree(outline(read(FILE).analysis))).toEqual(['name', 'x', ['nodes', [
      ['collect', ['agent', 'prompt']], ['draft', ['agent', 'needs', 'prompt']], ['check', ['kind', 'needs', 'prompt']],
    ]]])
    expect(JSON.stringify(tree(outline(read('name: x\nnodes:\n  - id: a\n  - id: b\n    needs: [a\n').analysis)))).toContain('"a"')
  })

  it('folds nodes, block texts, brackets and comments', () => {
    const { analysis } = read('# one\n# two\nnodes:\n- id: a\n  prompt: |\n    x\n\n    y\n\n- id: b\n  needs: [\n    a\n  ]\n')
    expect(folds(analysis)).toEqual([
      { first: 1, last: 2, kind: 'comment' }, { first: 3, last: 13, kind: 'part' }, { first: 4, last: 8, kind: 'part' },
      { first: 5, last: 8, kind: 'part' }, { first: 10, last: 13, kind: 'part' }, { first: 11, last: 12, kind: 'part' },
    ])
  })

  it('grows a selection from the word to the file', () => {
    const { analysis, at, shown } = read(FILE)
    const grown = shown(rangesAround(analysis, at('draft', 2)))
    expect(grown[0]).toBe('draft')
    expect(grown).toContain('[collect, draft, gone]')
    expect(grown.at(-1)).toBe(FILE)
    expect(grown.every((text, index) => index === 0 || text.includes(grown[index - 1]!))).toBe(true)
  })
})

describe('fixes at a place', () => {
  it('end with one for all problems of the kind', () => {
    const { analysis, at } = read('nodes:\n  - id: issues\n    prompt: p\n  - id: b\n    needs: [isues]\n    prompt: p\n  - id: c\n    needs: [isues, b]\n    prompt: p\n')
    const offset = at('isues')
    const mends = mendsAt(analysis.diagnostics, { start: offset, end: offset })
    expect(mends.map(({ title }) => title)).toEqual(['Change to issues', 'Add a node called isues', 'Remove it from needs', 'Fix all 2 of this kind'])
    const all = mends.at(-1)!
    expect(analyse(openDocument({ text: applyEdits(analysis.source.text, all.edits), format: 'yaml' })).diagnostics).toEqual([])
  })
})
