import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryOf } from './find.ts'
import { readSource } from './read.ts'
import { editsInScalar, mapScalar } from './scalar-map.ts'
import type { Format, Source, SourceScalar } from './tree.ts'
import { applyEdits } from '../text/apply.ts'

function scalarIn(text: string, format: Format = 'yaml'): { source: Source; scalar: SourceScalar } {
  const source = readSource(text, format)
  const root = source.root
  const scalar = root?.kind === 'map' ? entryOf(root, 'k')?.value : null
  if (scalar?.kind !== 'scalar') throw new Error(`no scalar in ${text}`)
  return { source, scalar }
}

/** What stands in the file for a word of the scalar's text. */
function writtenFor(text: string, word: string, format: Format = 'yaml'): string {
  const { source, scalar } = scalarIn(text, format)
  const start = scalar.text.indexOf(word)
  expect(start).toBeGreaterThanOrEqual(0)
  const range = mapScalar(source, scalar)!.toSource({ start, end: start + word.length })
  return source.text.slice(range.start, range.end)
}

describe('the way from what a scalar says to how it is written', () => {
  it.each([
    ['k: plain {{.b}} text\n', '.b', '.b'],
    ['k: over\n  several {{.b}}\n\n  lines\n', 'several {{.b}}', 'several {{.b}}'],
    ["k: 'it''s {{.b}}'\n", "it's", "it''s"],
    ["k: 'it''s {{.b}}'\n", '.b', '.b'],
    ['k: "a\\n\\u00e9 {{.b}} \\\n   end"\n', '.b', '.b'],
    ['k: "{{ index . \\"x\\" }}"\n', '"x"', '\\"x\\"'],
    ['k: "a\\U0001F600b"\n', '😀', '\\U0001F600'],
    ['k: |\n    {"a":\n      {{.b}}}\n', '{{.b}}}', '{{.b}}}'],
    ['k: |2+\n    lead\n   {{.b}}\n\n\n', '{{.b}}', '{{.b}}'],
    ['k: >- # why\n  folded {{.a}}\n  into {{.b}}\n\n   deeper {{.c}}\n  flat\n', '{{.c}}', '{{.c}}'],
    ['k: >\r\n  one\r\n  two {{.b}}\r\n', '{{.b}}', '{{.b}}'],
    ['x: &a !!str q\nk: !!str &b "t {{.b}}"\n', '{{.b}}', '{{.b}}'],
  ])('%j', (text, word, written) => {
    expect(writtenFor(text, word)).toBe(written)
  })

  it('in JSON', () => {
    expect(writtenFor('{"k": "{\\"q\\":\\"{{.b}}\\/\\"}"}', '.b', 'json')).toBe('.b')
    expect(writtenFor('{"k": "{\\"q\\":1}"}', '"q"', 'json')).toBe('\\"q\\"')
  })

  it('says of every unit of any text in any style the same that reading says', () => {
    const word = fc.constantFrom('a', ' ', '  ', '\n', '\n\n', "'", '"', '\\', '{{.x}}', 'é', '😀', '\t', ':', '- ', '#', '\r')
    const style = fc.constantFrom('double', 'single', 'literal', 'folded', 'keep')
    let mapped = 0
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), style, (words, way) => {
        const value = words.join('')
        const lines = value.split('\n').map((line) => (line === '' ? '' : `  ${line}`)).join('\n')
        const text = way === 'double' ? `k: ${JSON.stringify(value)}\n`
          : way === 'single' ? `k: '${value.replaceAll("'", "''").replaceAll('\n', '\n ')}'\n`
            : `k: ${way === 'literal' ? '|' : way === 'folded' ? '>-' : '>+'}\n${lines}\n`
        const source = readSource(text, 'yaml')
        const node = source.root?.kind === 'map' ? entryOf(source.root, 'k')?.value : null
        if (node?.kind !== 'scalar' || source.diagnostics.length > 0) return
        const map = mapScalar(source, node)
        if (map === null) return
        mapped += 1
        for (const [at, unit] of [...node.text].entries()) {
          if (!/[a-zé{}.]/.test(unit)) continue
          const offset = [...node.text].slice(0, at).join('').length
          const range = map.toSource({ start: offset, end: offset + unit.length })
          expect(text.slice(range.start, range.end)).toBe(unit)
          expect(map.toText(range.start)).toBe(offset)
        }
      }),
      { numRuns: 300 },
    )
    expect(mapped).toBeGreaterThan(100)
  })

  it('makes edits where they stand, quotes and escapes as they are', () => {
    const edited = (text: string, from: string, to: string): string | null => {
      const { source, scalar } = scalarIn(text)
      const start = scalar.text.indexOf(from)
      const edits = editsInScalar(source, scalar, [{ range: { start, end: start + from.length }, text: to }])
      return edits && applyEdits(text, edits)
    }
    expect(edited('k: "\\u00e9 {{.old}}\\/"\n', 'old', 'new')).toBe('k: "\\u00e9 {{.new}}\\/"\n')
    expect(edited("k: 'it''s {{.old}}'\n", 'old', "o'n")).toBe("k: 'it''s {{.o''n}}'\n")
    expect(edited('k: >\n  a {{.old}}\n  b\n', 'old', 'new')).toBe('k: >\n  a {{.new}}\n  b\n')
    expect(edited('k: a {{.old}}\n', 'old', 'x: y')).toBeNull()
  })
})
