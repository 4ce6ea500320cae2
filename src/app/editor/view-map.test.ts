import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../core/index.ts'
import { createViewMap, viewText, type ViewChange } from './view-map.ts'

/** What the editor would report for replacing `[start, end)` of the shown text. */
function change(shown: string, start: number, end: number, text: string): ViewChange {
  const place = (offset: number) => {
    const before = shown.slice(0, offset).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }
  const from = place(start)
  const to = place(end)
  return {
    range: { startLineNumber: from.line, startColumn: from.column, endLineNumber: to.line, endColumn: to.column },
    rangeOffset: start,
    rangeLength: end - start,
    text,
  }
}

function texts(...ends: string[]) {
  const line = fc.tuple(fc.string({ unit: fc.constantFrom('a', ' ', ':', '\u2028', '😀', '\t') }), fc.constantFrom(...ends))
  return fc.tuple(fc.boolean(), fc.array(line, { maxLength: 8 })).map(([mark, lines]) => (mark ? '\uFEFF' : '') + lines.flat().join(''))
}

describe('the editor\'s view of a text', () => {
  it('shows LF and no byte order mark', () => {
    expect(viewText('\uFEFFa\r\nb\rc\nd\u2028e')).toBe('a\nb\nc\nd\u2028e')
  })

  it('keeps untouched line ends when a word is typed into a file with mixed ones', () => {
    const text = 'name: m\nnodes:\r\n  - id: a\r'
    const shown = viewText(text)
    const edits = createViewMap(text).edits([change(shown, 5, 6, 'n')])
    expect(applyEdits(text, edits)).toBe('name:nm\nnodes:\r\n  - id: a\r')
  })

  it('gives a new line the line end of the line it is typed into', () => {
    const text = 'a: 1\r\nb: 2\r\n'
    const edits = createViewMap(text).edits([change(viewText(text), 4, 4, '\nc: 3')])
    expect(applyEdits(text, edits)).toBe('a: 1\r\nc: 3\r\nb: 2\r\n')
  })

  it('removes a whole CRLF when two lines are joined', () => {
    const text = 'a\r\nb'
    expect(applyEdits(text, createViewMap(text).edits([change(viewText(text), 1, 2, '')]))).toBe('ab')
  })

  it('keeps the byte order mark when something is typed at the very start', () => {
    const text = '\uFEFFname: x\n'
    expect(applyEdits(text, createViewMap(text).edits([change(viewText(text), 0, 0, '# hi\n')]))).toBe('\uFEFF# hi\nname: x\n')
  })

  it('maps every place there and back', () => {
    fc.assert(
      fc.property(texts('\n', '\r\n', '\r', ''), fc.nat(200), (text, at) => {
        const map = createViewMap(text)
        const shown = viewText(text)
        const offset = Math.min(at, shown.length)
        const { range } = change(shown, offset, offset, '')
        const place = { lineNumber: range.startLineNumber, column: range.startColumn }
        expect(map.position(map.offset(place))).toEqual(place)
      }),
    )
  })

  it('does to the document what the editor did to its view', () => {
    fc.assert(
      fc.property(texts('\n', '\r\n', ''), fc.nat(60), fc.nat(20), fc.constantFrom('', 'x', '\n', 'y\nz', '\r\n'), (text, at, length, typed) => {
        const shown = viewText(text)
        const start = Math.min(at, shown.length)
        const end = Math.min(start + length, shown.length)
        const after = applyEdits(text, createViewMap(text).edits([change(shown, start, end, typed)]))
        expect(viewText(after)).toBe(viewText(shown.slice(0, start) + typed + shown.slice(end)))
      }),
    )
  })
})
