import { describe, expect, it } from 'vitest'
import { applyEdits } from '../text/apply.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { checkInput, checkTemplate } from './check.ts'

/** Each as `code severity: what it points at: message`, and the text with its first fix. */
function told(text: string, found: readonly Diagnostic[]): readonly string[] {
  return found.map(({ code, severity, range, message, fixes }) => {
    const fixed = fixes?.[0] ? ` => ${applyEdits(text, fixes[0].edits)}` : ''
    return `${code} ${severity}: ${text.slice(range!.start, range!.end)}: ${message}${fixed}`
  })
}

describe('a template is checked', () => {
  it('for variables that are not known, with the one that was meant', () => {
    const text = 'to={{.fuond}} title={{.found.title}} n={{.found.meta.size}}'
    expect(told(text, checkTemplate(text, ['trigger', 'found']))).toEqual([
      'template/unknown-variable warning: fuond: The variable `fuond` is not known here and renders as nothing. Did you mean `found`? => to={{.found}} title={{.found.title}} n={{.found.meta.size}}',
    ])
    expect(told('{{.xyz}}', checkTemplate('{{.xyz}}', ['trigger', 'found']))).toEqual([
      'template/unknown-variable warning: xyz: The variable `xyz` is not known here and renders as nothing. Known here: `trigger`, `found`.',
    ])
  })

  it.each([
    '{{range .found}}{{.any}}{{$.found}}{{end}}',
    '{{with .found}}{{.any}}{{else}}{{.trigger}}{{end}}',
    '{{define "t"}}{{.any}}{{$.any}}{{end}}{{template "t" .found}}',
    '{{$f := .found}}{{$f.any}}{{(index .found 0).any}}',
    '{{index . "trigger"}} {{.}} {{toJson .}}',
    'no action at all',
  ])('and nothing is wrong where the dot is something else: %s', (text) => {
    expect(checkTemplate(text, ['trigger', 'found'])).toEqual([])
  })

  it('for variables wherever the data is read', () => {
    for (const text of ['{{range .found}}{{$.nope}}{{end}}', '{{with .}}{{.nope}}{{end}}', '{{define "t"}}{{.nope}}{{end}}{{template "t" .}}', '{{$d := .}}{{$d.nope}}', '{{index . "nope"}}', '{{($).nope}}', '{{eq .found .nope}}', '{{if (not .nope)}}{{end}}']) {
      expect([text, checkTemplate(text, ['trigger', 'found']).map(({ code, range }) => `${code} ${text.slice(range!.start, range!.end)}`)]).toEqual([text, ['template/unknown-variable nope']])
    }
  })

  it.each([
    ['{{tojson .a}}', 'template/unknown-function error: tojson: There is no function `tojson`. Did you mean `toJson`? => {{toJson .a}}'],
    ['{{a}}', 'template/unknown-function error: a: There is no function `a`. The variable is read as `.a`. => {{.a}}'],
    ['{{range .a}}{{len a}}{{end}}', 'template/unknown-function error: a: There is no function `a`. The variable is read as `$.a`. => {{range .a}}{{len $.a}}{{end}}'],
    ['{{$x = 1}}', 'template/unknown-variable error: $x: The variable `$x` is not declared here. Declare it with `:=`: `{{$x := …}}`.'],
    ['{{call .a}}', 'template/unknown-function error: call: There is no function `call`. Values are data here: none of them can be called.'],
    ['{{$itme := .a}}{{$item}}', 'template/unknown-variable error: $item: The variable `$item` is not declared here. Did you mean `$itme`? => {{$itme := .a}}{{$itme}}'],
    ['{{.a', 'template/unclosed-action error: {{.a: This action is not closed. End it with `}}`.'],
    ['{{if .a}} x', 'template/unclosed-action error: {{if .a}}: This `{{if}}` is not closed. Write `{{end}}` where it ends.'],
    ['{{template "nots"}}{{define "note"}}{{end}}', 'template/unknown-definition error: "nots": No template `nots` is defined. Did you mean `note`? => {{template "note"}}{{define "note"}}{{end}}'],
    ['{{len}}', 'template/wrong-arguments error: len: `len` takes 1 value and is given none: `len VALUE`.'],
    ['{{eq .a len}}', 'template/wrong-arguments error: len: `len` takes 1 value and is given none: `len VALUE`. Put the call into parentheses: `(len …)`.'],
    ['{{.a "x"}}', 'template/wrong-arguments error: .a "x": Only functions take values, and what stands first here is none. Put a function in front, or separate the actions.'],
    ['{{define "d"}}{{not}}{{end}}', 'template/wrong-arguments error: not: `not` takes 1 value and is given none: `not A`.'],
    ['{{.my-var}}', 'template/syntax error: .my-var: `.my-var` is not a name here: `-` ends one. Read it with `index . "my-var"`.'],
    ['{{if .a == 1}}{{end}}', 'template/syntax error: =: `=` stands behind a variable only: `{{$name = …}}`. To compare, write `eq`: `{{if eq .a .b}}`.'],
    ['{{range $a, $b, $c := .a}}{{end}}', 'template/syntax error: $b: Too many variables for `range`: only a range gives two, its index and its item.'],
    ['{{$a, $b := .a}}', 'template/syntax error: $a: Too many variables for this action: only a range gives two, its index and its item.'],
    ['{{else}}', 'template/syntax error: {{else}}: This `{{else}}` belongs to nothing. Remove it, or open an `{{if}}`, `{{range}}` or `{{with}}` before.'],
    ['{{define x}}{{end}}', 'template/syntax error: x: After `define` a name in quotes belongs: `{{define "name"}}`.'],
    ['{{define "a"}}1{{end}}{{define "a"}}2{{end}}', 'template/syntax error: "a": The template `a` is defined twice. Give one of them another name.'],
    ['{{if .a}}{{define "a"}}1{{end}}{{end}}', 'template/syntax error: define: A `{{define}}` stands at the top of a template only, not inside another action. Move it out.'],
    ['{{(.a}}', 'template/syntax error: (: This parenthesis is not closed. Write `)` before the action ends.'],
    ['{{.a)}}', 'template/syntax error: ): This `)` closes nothing. Remove it, or open a parenthesis before.'],
    ['{{"x}}', 'template/syntax error: "x: A text is not closed. End it with `"` on the same line.'],
    ['{{/* x }}', 'template/unclosed-action error: {{/* x }}: This comment is not closed. End it with `*/}}`.'],
    ['{{if 1}}{{end .a}}', 'template/syntax error: .a: After `end` nothing may follow. Close the action with `}}`.'],
  ])('for what fails whatever the data: %s', (text, first) => {
    expect(told(text, checkTemplate(text, ['a']))[0]).toBe(first)
  })

  it('to its end, however many faults there are', () => {
    const text = '{{nope .b}} {{.c ?}} {{if .d}} {{$x}} {{end}} {{.e | }} {{(}} {{end}} {{.f'
    expect(told(text, checkTemplate(text, ['a'])).map((line) => line.split(': ').slice(0, 2).join(' '))).toEqual([
      'template/unknown-function error nope', 'template/unknown-variable warning b', 'template/syntax error ?', 'template/unknown-variable warning d',
      'template/unknown-variable error $x', 'template/unknown-variable warning e', 'template/syntax error (', 'template/syntax error {{end}}', 'template/unclosed-action error {{.f',
    ])
  })

  it('without telling a fault again where its variable is used', () => {
    const text = '{{$x := ?}}{{$x}}{{range $i, $e := .a ?}}{{$i}}{{$e}}{{end}}'
    expect(told(text, checkTemplate(text, ['a'])).map((line) => line.split(': ').slice(0, 2).join(' '))).toEqual(['template/syntax error ?', 'template/syntax error ?'])
  })

  it('with a bound on what is told', () => {
    expect(checkTemplate('{{nope}}{{$x}}{{.y}}'.repeat(2_000), []).length).toBeLessThanOrEqual(50)
  })
})

describe('an input in JSON is checked', () => {
  it.each([
    ['{"a": {{.a}}', '{', 'The object that begins here is not closed. Write `}` where it ends.'],
    ['{"a": "{{.a}}" "b": 1}', '"', '`"` cannot stand here: `,` or `}` belongs here.'],
    ['{"a": {{if .a}}x{{else}}y{{end}}}', 'y', '`y` is no value of JSON. A text stands in double quotes.'],
    ['{"a": {{.a}}{{.a}}}', '{{.a}}', 'A value cannot stand here: `,` or `}` belongs here.'],
    ['[note] {{.a}}', 'note', '`note` is no value of JSON. A text stands in double quotes.'],
    ['{"a": "\\{{.a}}"}', '{{.a}}', 'A `\\` stands in front of this value and would change its first character. Write `\\\\`, or remove it.'],
    ['{"l": [{{range .a}}{{.}},{{end}}', '[', 'The list that begins here is not closed. Write `]` where it ends.'],
  ])('for what no data makes JSON: %s', (text, at, message) => {
    const found = checkInput(text, ['a'])
    expect(found.map(({ code, severity, range }) => [code, severity, text.slice(range!.start, range!.end)])).toEqual([['template/not-json', 'error', at]])
    expect(found[0]!.message).toContain(message)
  })

  it.each([
    '{"q":"{{.a}}"}', '{"q":{{.a}},"l":[{{.a}}]}', '{"l":[{{range $i, $e := .a}}{{if $i}},{{end}}{"x":{{$e}}}{{end}}]}', '{ {{.a}}: 1 }',
    '[{{range .a}}{{.}},{{end}}null]', '{"a":{{if .a}}1{{else}}"x"{{end}}}', '{{if .a}}{"a":1}{{end}}', 'to: {{.a}}', '{{.a}}', '{"t":{{template "x" .a}}}{{define "x"}}[{{.}}]{{end}}',
    '{"a":[{{range .a}}{{if .}}{{break}}{{end}}{{end}}]}',
  ])('and nothing is wrong with what may become JSON: %s', (text) => {
    expect(checkInput(text, ['a'])).toEqual([])
  })
})
