import { describe, expect, it } from 'vitest'
import { analyse } from './analyse.ts'
import { editText } from './edit.ts'
import { openDocument } from './open.ts'
import { undo } from './undo.ts'
import type { WorkflowDocument } from './types.ts'

const TEXT = `name: notes
nodes:
  - id: collect
    prompt: List the commits.
  # writes
  - id: draft
    needs: [collect]
    prompt: Write.
  - id: check
    kind: verifier
    needs: [draft]
    prompt: Check.
`
const open = (text: string, format: 'yaml' | 'json' = 'yaml'): WorkflowDocument => openDocument({ text, format })

function replace(document: WorkflowDocument, from: string, to: string): WorkflowDocument {
  const start = document.text.indexOf(from)
  expect(start).toBeGreaterThanOrEqual(0)
  return editText(document, [{ range: { start, end: start + from.length }, text: to }])
}

describe('analyse', () => {
  it('reads, checks and draws a text', () => {
    const analysis = analyse(open(TEXT))
    expect(analysis).toMatchObject({ revision: 0, format: 'yaml', dialect: 'dag', stale: false, diagnostics: [] })
    expect(analysis.view.nodes.map(({ key, kind, note }) => [key, kind, note])).toEqual([
      ['collect', 'agent', undefined],
      ['draft', 'agent', 'writes'],
      ['check', 'verifier', undefined],
    ])
    expect(analysis.view.edges.map(({ key }) => key)).toEqual(['need:collect>draft', 'need:draft>check'])
    expect(analysis.view.levels).toEqual([['collect'], ['draft'], ['check']])
  })

  it('gives back the last analysis of the same revision', () => {
    const document = open(TEXT)
    const analysis = analyse(document)
    expect(analyse(document, analysis)).toBe(analysis)
  })

  it('does not take the analysis of another document for its own', () => {
    const other = analyse(open(TEXT))
    expect(analyse(open('name: x\n'), other).view.nodes).toEqual([])
    expect(analyse(open('{"name": "x"}', 'json'), analyse(open('{"name": "x"}'))).source.format).toBe('json')
  })

  it('keeps everything but the revision when the text is what it was', () => {
    const document = open(TEXT)
    const first = analyse(document)
    const back = analyse(undo(replace(document, 'Write.', 'Rewrite.')), first)
    expect(back.revision).toBe(2)
    expect(back.reading).toBe(first.reading)
    expect(back.view).toBe(first.view)
  })

  it('keeps the objects of the view that did not change', () => {
    const document = open(TEXT)
    const first = analyse(document)
    const next = analyse(replace(document, 'Write.', 'Write it down.'), first)
    expect(next.view).not.toBe(first.view)
    expect(next.view.nodes.map((node, i) => node === first.view.nodes[i])).toEqual([true, false, true])
    expect(next.view.edges).toBe(first.view.edges)
    expect(next.view.levels).toBe(first.view.levels)
    expect(next.view.nodes[1]!.summary).toBe('Write it down.')
  })

  it('keeps the whole view when only the layout of the text changed', () => {
    const document = open(TEXT)
    const first = analyse(document)
    const next = analyse(replace(document, 'name: notes\n', 'name: notes\n\n'), first)
    expect(next.view).toBe(first.view)
    expect(next.reading).not.toBe(first.reading)
  })

  it('keeps objects by key where nodes change their place', () => {
    const document = open(TEXT)
    const first = analyse(document)
    const next = analyse(replace(document, 'nodes:\n', 'nodes:\n  - id: first\n    prompt: p\n'), first)
    expect(next.view.nodes.map(({ key }) => key)).toEqual(['first', 'collect', 'draft', 'check'])
    // The place in the file is part of a node; edges have none.
    expect(next.view.edges.every((edge) => first.view.edges.includes(edge))).toBe(true)
    expect(next.view.edges).toBe(first.view.edges)
  })

  it('keeps the last good graph while the text does not parse, and says what is wrong with the text', () => {
    const document = open(TEXT)
    const first = analyse(document)
    const broken = replace(document, 'needs: [collect]', 'needs: [collect')
    const stale = analyse(broken, first)
    expect(stale).toMatchObject({ stale: true, revision: 1, dialect: 'dag' })
    expect(stale.view).toBe(first.view)
    expect(stale.reading).toBe(first.reading)
    expect(stale.source.text).toBe(broken.text)
    expect(stale.diagnostics.some(({ severity, code }) => severity === 'error' && code.startsWith('yaml/'))).toBe(true)
    const worse = analyse(replace(broken, 'Check.', '"Check.'), stale)
    expect(worse.view).toBe(first.view)
    const mended = analyse(replace(broken, 'needs: [collect', 'needs: [collect]'), worse)
    expect(mended).toMatchObject({ stale: false, diagnostics: [] })
    expect(mended.view).toBe(first.view)
  })

  it('has an empty view when the text never parsed', () => {
    const analysis = analyse(open('nodes: [a'))
    expect(analysis).toMatchObject({ stale: true, reading: null, view: { nodes: [], edges: [], levels: [] } })
  })

  it('draws what has other problems', () => {
    const analysis = analyse(open('nodes:\n  - id: a\n    needs: [zz]\n'))
    expect(analysis.stale).toBe(false)
    expect(analysis.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['node/missing-prompt', 'needs/unknown']))
    expect(analysis.view.nodes.map(({ key, ghost }) => [key, ghost])).toEqual([
      ['a', undefined],
      ['zz', true],
    ])
  })

  it('gives diagnostics in the order of the file', () => {
    const { diagnostics } = analyse(open('nodes:\n  - id: a\u200B\n    kind: judge\n    prompt: p #1 q\n  - id: b\n    needs: [zz]\n'))
    const starts = diagnostics.map(({ range }) => range!.start)
    expect(starts.length).toBeGreaterThan(3)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  })

  const hostile: [string, string][] = [
    ['nothing', ''],
    ['only a byte order mark', '\uFEFF'],
    ['NULs', '\u0000\u0000'],
    ['lone surrogates', 'nodes:\n  - id: \uD800\n    prompt: \uDC00'],
    ['a prototype', 'nodes:\n  - id: __proto__\n    __proto__: {polluted: true}\n    needs: [__proto__, constructor, toString]\n'],
    ['deep nesting', '['.repeat(5_000)],
    ['deep closed nesting', '['.repeat(2_000) + ']'.repeat(2_000)],
    ['deep maps', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['a text of 5 MB', `name: ${'x'.repeat(5 * 1024 * 1024)}`],
    ['many errors', '}\n'.repeat(20_000)],
    ['several documents', '---\n'.repeat(1_000)],
    ['an alias bomb', ['a: &a [x,x,x,x,x,x,x,x,x]', ...[...'bcdefghi'].map((c, i) => `${c}: &${c} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[i]!}`).join(',')}]`), 'nodes: *i'].join('\n')],
    ['an alias of itself', 'nodes: &x [*x]'],
    ['a list of scalars', 'nodes: [1, null, [], {}, "x", ~, .inf]'],
    ['another document', 'hello'],
    ['a list at the top', '- a\n- b\n'],
    ['a tool flow', '{"workflow": {"format": 1, "steps": []}}'],
    ['many duplicate keys', 'a: 1\n'.repeat(5_000)],
    ['a directive', '%YAML 1.1\n---\nnodes: [{id: no, prompt: p}]\n'],
  ]
  it.each(hostile)('does not throw or hang on %s', (_, text) => {
    for (const format of ['yaml', 'json'] as const) {
      const analysis = analyse(open(text, format), analyse(open(TEXT)))
      expect(analysis.source.text).toBe(text)
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    }
  }, 60_000)
})
