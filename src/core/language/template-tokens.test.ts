import { describe, expect, it } from 'vitest'
import { flow } from '../dialects/flow/dialect.ts'
import { steps } from '../dialects/steps/dialect.ts'
import { readSource } from '../source/read.ts'
import { templateTokensIn } from './template-tokens.ts'

function pieces(text: string, within = { start: 0, end: text.length }, dialect: Pick<typeof flow, 'shapeAt'> = steps as unknown as typeof flow): readonly string[] {
  return templateTokensIn(readSource(text, 'yaml'), dialect, within).map(({ kind, range }) => `${kind} ${text.slice(range.start, range.end)}`)
}

const step = (lines: string) => `name: a {{ .b }}\nworkflow:\n  steps:\n    - id: x\n      tool: echo\n${lines}`

describe('the pieces of templates in a file', () => {
  it('are found in plain, quoted, literal and folded texts, and nowhere but in templates', () => {
    expect(pieces(step(`      if: '{{ not .a }}'\n`))).toEqual(['delimiter {{', 'function not', 'field .a', 'delimiter }}'])
    expect(pieces(step('      prompt: to {{ .a }}\n'))).toEqual(['delimiter {{', 'field .a', 'delimiter }}'])
    expect(pieces(step('      input: "{\\"a\\": {{ printf \\"%q\\" .b }}}"\n'))).toEqual(['delimiter {{', 'function printf', 'string \\"%q\\"', 'field .b', 'delimiter }}'])
    expect(pieces(step('      input: |\n        {{if .a}}\n        {{/* c */}}1\n        {{end}}\n'))).toEqual([
      'delimiter {{', 'keyword if', 'field .a', 'delimiter }}', 'comment {{/* c */}}', 'delimiter {{', 'keyword end', 'delimiter }}',
    ])
    expect(pieces(step('      input: >\n        to {{ $x := 3 }}\n        {{ $x }}\n'))).toContain('variable $x')
  })

  it('are those of a range alone', () => {
    const text = step(`      if: '{{ .a }}'\n      input: '{{ .b }}'\n`)
    expect(pieces(text, { start: text.indexOf('input'), end: text.length })).toEqual(['delimiter {{', 'field .b', 'delimiter }}'])
  })

  it('are found on edges, too', () => {
    const text = `nodes:\n  - id: a\nedges:\n  - from: a\n    if: '{{ .x }}'\n`
    expect(pieces(text, undefined, flow)).toEqual(['delimiter {{', 'field .x', 'delimiter }}'])
  })
})
