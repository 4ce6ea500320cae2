import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextEdit } from '../text/edit.ts'
import { editFormat, editText, sealHistory } from './edit.ts'
import { HISTORY_LIMIT } from './history.ts'
import { openDocument } from './open.ts'
import type { EditMeta, WorkflowDocument } from './types.ts'
import { canRedo, canUndo, entryToRedo, entryToUndo, redo, undo } from './undo.ts'

const open = (text: string): WorkflowDocument => openDocument({ text, format: 'yaml' })
const at = (start: number, end: number, text: string): TextEdit => ({ range: { start, end }, text })
const typing = (time?: number): EditMeta => ({ origin: 'text', coalesce: 'typing', ...(time === undefined ? {} : { at: time }) })

/** Types at the end, a character an edit. */
function type(document: WorkflowDocument, text: string, from: number): WorkflowDocument {
  let next = document
  ;[...text].forEach((char, i) => {
    next = editText(next, [at(next.text.length, next.text.length, char)], typing(from + i * 100))
  })
  return next
}

describe('openDocument', () => {
  it('takes any text as it is', () => {
    for (const text of ['', '\uFEFFname: x\r\n', '\u0000', '\uD800', '{'.repeat(10_000)]) {
      expect(open(text)).toMatchObject({ text, format: 'yaml', revision: 0 })
    }
    expect(openDocument({ text: '{}', format: 'json', name: 'a.json' }).name).toBe('a.json')
  })

  it('has nothing to undo or redo', () => {
    const document = open('a')
    expect(canUndo(document)).toBe(false)
    expect(canRedo(document)).toBe(false)
    expect(undo(document)).toBe(document)
    expect(redo(document)).toBe(document)
  })
})

describe('editText', () => {
  it('applies edits in offsets of the text before and counts one revision', () => {
    const document = editText(open('abc'), [at(0, 1, 'xx'), at(2, 3, '')])
    expect(document).toMatchObject({ text: 'xxb', revision: 1 })
  })

  it('gives back the same document when nothing changes', () => {
    const document = open('abc')
    expect(editText(document, [])).toBe(document)
    expect(editText(document, [at(1, 2, 'b'), at(3, 3, '')])).toBe(document)
    expect(editText(document, [at(0, 1, 'aa'), at(1, 2, ''), at(2, 3, 'bc')]).text).toBe('aabc')
  })

  it('gives back the same document when edits cancel out', () => {
    const document = open('aab')
    expect(editText(document, [at(0, 0, 'a'), at(1, 2, '')])).toBe(document)
  })

  it('leaves edits that change nothing out of the history', () => {
    const document = editText(open('abc'), [at(0, 1, 'a'), at(1, 2, 'x')])
    expect(entryToUndo(document)!.edits).toEqual([at(1, 2, 'x')])
    expect(entryToUndo(document)!.inverse).toEqual([at(1, 2, 'b')])
  })

  it.each([
    ['out of order', [at(2, 3, ''), at(0, 1, '')], /edit 1 of 2, 0 to 1: overlaps or precedes/],
    ['overlapping', [at(0, 2, ''), at(1, 3, '')], /edit 1 of 2, 1 to 3: overlaps/],
    ['behind the end', [at(2, 4, '')], /has only 3 characters/],
    ['before the start', [at(-1, 1, '')], /-1 to 1/],
    ['turned around', [at(2, 1, '')], /the start lies after the end/],
    ['not integers', [at(0.5, 1, '')], /integers/],
    ['not numbers', [at(Number.NaN, 1, '')], /integers/],
  ])('throws on edits that are %s', (_, edits, message) => {
    expect(() => editText(open('abc'), edits)).toThrow(message)
  })

  it('does not touch the document that it was given', () => {
    const document = open('abc')
    const copy = structuredClone(document)
    undo(editText(document, [at(0, 3, 'x')]))
    expect(document).toEqual(copy)
  })

  it('labels what a pane did not label', () => {
    const label = (edits: TextEdit[], meta?: EditMeta) => entryToUndo(editText(open('abc'), edits, meta))!.label
    expect(label([at(0, 0, 'x')])).toBe('Edit text')
    expect(label([at(0, 0, 'x')], typing())).toBe('Typing')
    expect(label([at(0, 1, '')])).toBe('Delete text')
    expect(label([at(0, 1, 'y')], { origin: 'file' })).toBe('Reload from disk')
    expect(label([at(0, 1, 'y')], { origin: 'problems', label: 'Use `draft`' })).toBe('Use `draft`')
  })
})

describe('undo and redo', () => {
  it('take back and make again, with label and selection, whichever pane made the change', () => {
    let document = editText(open('abc'), [at(0, 1, 'A')], { origin: 'canvas', label: 'Add verifier', selection: { nodes: ['a'] }, selectionAfter: { nodes: ['b'] } })
    document = editText(document, [at(2, 3, 'C')], { origin: 'text', selection: { nodes: [], cursor: 2 } })
    expect(document.text).toBe('AbC')
    const first = undo(document)
    expect(first.text).toBe('Abc')
    expect(first.revision).toBe(3)
    expect(entryToRedo(first)).toMatchObject({ label: 'Edit text', selection: { nodes: [], cursor: 2 } })
    const second = undo(first)
    expect(second.text).toBe('abc')
    expect(entryToRedo(second)).toMatchObject({ label: 'Add verifier', origin: 'canvas', selection: { nodes: ['a'] } })
    const again = redo(second)
    expect(again.text).toBe('Abc')
    expect(entryToUndo(again)).toMatchObject({ label: 'Add verifier', selectionAfter: { nodes: ['b'] } })
    expect(redo(again).text).toBe('AbC')
    expect(canRedo(redo(again))).toBe(false)
  })

  it('forget what was undone when something else is done', () => {
    const document = editText(undo(editText(open('a'), [at(0, 1, 'b')])), [at(0, 1, 'c')])
    expect(canRedo(document)).toBe(false)
    expect(undo(document).text).toBe('a')
  })

  it('keep what was undone when an edit changes nothing', () => {
    const document = undo(editText(open('a'), [at(0, 1, 'b')]))
    expect(editText(document, [at(0, 1, 'a')])).toBe(document)
  })

  it('bring back the format with the text', () => {
    const json = editFormat(open('a: 1\n'), [at(0, 5, '{"a": 1}\n')], 'json', { origin: 'canvas', label: 'Convert to JSON' })
    expect(json).toMatchObject({ format: 'json', text: '{"a": 1}\n' })
    const yaml = undo(json)
    expect(yaml).toMatchObject({ format: 'yaml', text: 'a: 1\n' })
    expect(redo(yaml)).toMatchObject({ format: 'json', text: '{"a": 1}\n' })
    expect(redo(yaml).history.done).toHaveLength(1)
  })

  it('take a change of the format alone for a change', () => {
    const document = editFormat(open('{}'), [], 'json', { origin: 'canvas' })
    expect(document).toMatchObject({ format: 'json', text: '{}', revision: 1 })
    expect(undo(document).format).toBe('yaml')
  })
})

describe('coalescing', () => {
  it('makes a burst of typing one entry', () => {
    const document = type(open('name: '), 'digest', 0)
    expect(document.history.done).toHaveLength(1)
    expect(undo(document).text).toBe('name: ')
    expect(redo(undo(document)).text).toBe('name: digest')
  })

  it('takes backspace and a replaced selection in, where it is typed', () => {
    let document = type(open('name: '), 'dig', 0)
    document = editText(document, [at(8, 9, '')], typing(400))
    document = editText(document, [at(7, 8, 'og')], typing(500))
    expect(document.text).toBe('name: dog')
    expect(document.history.done).toHaveLength(1)
    expect(undo(document).text).toBe('name: ')
  })

  it('leaves no entry of what was typed and deleted again', () => {
    let document = editText(open('a'), [at(1, 1, 'b')], { origin: 'canvas' })
    document = type(document, 'xy', 0)
    document = editText(document, [at(3, 4, '')], typing(300))
    document = editText(document, [at(2, 3, '')], typing(400))
    expect(document.text).toBe('ab')
    expect(undo(document).text).toBe('a')
  })

  it('takes every cursor of a burst along', () => {
    let document = open('a\nb\n')
    document = editText(document, [at(1, 1, 'x'), at(3, 3, 'x')], typing(0))
    document = editText(document, [at(2, 2, 'y'), at(5, 5, 'y')], typing(50))
    expect(document.text).toBe('axy\nbxy\n')
    expect(document.history.done).toHaveLength(1)
    expect(undo(document).text).toBe('a\nb\n')
  })

  it('keeps the first selection and the last one after', () => {
    let document = editText(open(''), [at(0, 0, 'a')], { ...typing(0), selection: { nodes: [], cursor: 0 }, selectionAfter: { nodes: [], cursor: 1 } })
    document = editText(document, [at(1, 1, 'b')], { ...typing(1), selection: { nodes: [], cursor: 1 }, selectionAfter: { nodes: [], cursor: 2 } })
    expect(entryToUndo(document)).toMatchObject({ selection: { cursor: 0 }, selectionAfter: { cursor: 2 } })
  })

  it('joins the edits of one field wherever they stand', () => {
    const meta: EditMeta = { origin: 'inspector', coalesce: 'field:a.prompt', label: 'Change prompt of a' }
    let document = editText(open('one two three'), [at(8, 13, 'four')], { ...meta, at: 0 })
    document = editText(document, [at(0, 3, 'five')], { ...meta, at: 900 })
    expect(document.history.done).toHaveLength(1)
    expect(undo(document).text).toBe('one two three')
  })

  it('goes by the key alone where no time is given', () => {
    let document = editText(open(''), [at(0, 0, 'a')], typing())
    document = editText(document, [at(1, 1, 'b')], typing())
    expect(document.history.done).toHaveLength(1)
  })

  it.each<[string, (document: WorkflowDocument) => WorkflowDocument]>([
    ['after a pause', (document) => editText(document, [at(2, 2, 'x')], typing(1_101 + 100))],
    ['when the clock goes backwards', (document) => editText(document, [at(2, 2, 'x')], typing(50))],
    ['elsewhere in the text', (document) => editText(document, [at(0, 0, 'x')], typing(200))],
    ['from another pane', (document) => editText(document, [at(2, 2, 'x')], { ...typing(200), origin: 'inspector' })],
    ['under another key', (document) => editText(document, [at(2, 2, 'x')], { ...typing(200), coalesce: 'paste' })],
    ['without a key', (document) => editText(document, [at(2, 2, 'x')], { origin: 'text', at: 200 })],
    ['after a save', (document) => editText(sealHistory(document), [at(2, 2, 'x')], typing(200))],
    ['after undo and redo', (document) => editText(redo(undo(document)), [at(2, 2, 'x')], typing(200))],
    ['with another number of cursors', (document) => editText(document, [at(1, 1, 'x'), at(2, 2, 'x')], typing(200))],
    ['in another format', (document) => editFormat(document, [at(2, 2, 'x')], 'json', typing(200))],
  ])('never joins an edit made %s', (_, edit) => {
    const before = type(open('-'), 'a', 100)
    const document = edit(before)
    expect(document.history.done).toHaveLength(2)
    expect(undo(document).text).toBe('-a')
  })

  it('begins anew after an undo even where the entry before would match', () => {
    let document = type(open(''), 'ab', 0)
    document = editText(document, [at(2, 2, 'c')], typing(5_000))
    document = editText(undo(document), [at(2, 2, 'd')], typing(5_100))
    expect(undo(document).text).toBe('ab')
  })

  it('keeps a sealed document that is sealed again', () => {
    const document = sealHistory(type(open(''), 'a', 0))
    expect(sealHistory(document)).toBe(document)
    expect(document.revision).toBe(1)
  })
})

describe('the bound of the history', () => {
  it('forgets the oldest entries first', () => {
    let document = open('')
    for (let i = 0; i < HISTORY_LIMIT.entries + 50; i += 1) document = editText(document, [at(i, i, 'x')])
    expect(document.history.done).toHaveLength(HISTORY_LIMIT.entries)
    let back = document
    while (canUndo(back)) back = undo(back)
    expect(back.text).toBe('x'.repeat(50))
    while (canRedo(back)) back = redo(back)
    expect(back.text).toBe(document.text)
  })

  it('holds no more than its size, but always the last change', () => {
    const large = 'y'.repeat(3_000_000)
    let document = open('')
    for (let i = 0; i < 10; i += 1) document = editText(document, [at(0, document.text.length, large + i)])
    expect(document.history.size).toBeLessThanOrEqual(HISTORY_LIMIT.bytes)
    expect(document.history.done.length).toBeLessThan(10)
    const huge = editText(document, [at(0, document.text.length, 'z'.repeat(12_000_000))])
    expect(huge.history.done).toHaveLength(1)
    expect(undo(huge).text).toBe(document.text)
  })

  it('counts a size that is that of its entries, whatever was done', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('edit', 'type', 'undo', 'redo'), fc.nat(20)), { maxLength: 30 }), (actions) => {
        let document = open('0123456789')
        actions.forEach(([action, n], i) => {
          const start = Math.min(n, document.text.length)
          if (action === 'undo') document = undo(document)
          else if (action === 'redo') document = redo(document)
          else document = editText(document, [at(start, Math.min(start + (n % 3), document.text.length), 'ab')], action === 'type' ? typing(i) : { origin: 'canvas' })
        })
        let rest = document
        while (canUndo(rest)) rest = undo(rest)
        // One edit of one character more or less forgets all that was undone: only its own entry is left.
        const alone = editText(rest, [at(0, 1, '')])
        expect(alone.history.size).toBe(editText(open(rest.text), [at(0, 1, '')]).history.size)
      }),
    )
  })
})

describe('any sequence of edits', () => {
  const edits = (length: number): fc.Arbitrary<TextEdit[]> =>
    fc
      .array(fc.tuple(fc.nat(length), fc.nat(length), fc.string({ maxLength: 4, unit: fc.constantFrom('a', 'b', '\n', '\r', '\uFEFF', '😀', '\uD83D') })), { maxLength: 3 })
      .map((raw) => {
        let before = 0
        return raw
          .map(([a, b, text]) => ({ start: Math.min(a, b), end: Math.max(a, b), text }))
          .toSorted((a, b) => a.start - b.start || a.end - b.end)
          .flatMap(({ start, end, text }) => {
            if (start < before) return []
            before = end
            return [at(start, end, text)]
          })
      })

  it('is undone to the byte, step by step, and redone', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.infiniteStream(fc.nat(1_000_000)), fc.nat(12), (text, stream, steps) => {
        let document = open(text)
        const texts = [text]
        for (let i = 0; i < steps; i += 1) {
          const seed = stream.next().value as number
          const list = fc.sample(edits(document.text.length), { seed, numRuns: 1 })[0]!
          document = editText(document, list, [typing(i), { origin: 'canvas' as const }, { ...typing(i), origin: 'inspector' as const }][seed % 3])
          // An entry that grew by coalescing replaces the text that it led to, or goes when nothing is left of it.
          texts.splice(document.history.done.length)
          texts.push(document.text)
        }
        for (let i = texts.length - 1; i >= 0; i -= 1) {
          expect(document.text).toBe(texts[i])
          document = undo(document)
        }
        for (let i = 0; i < texts.length; i += 1) {
          expect(document.text).toBe(texts[i])
          document = redo(document)
        }
      }),
      { numRuns: 400 },
    )
  })
})
